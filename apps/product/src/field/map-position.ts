/** Reads a position from what people have at hand: two numbers, or a link that a map gives. */

const number = String.raw`-?\d{1,3}(?:\.\d{1,20})?`;
const pair = String.raw`(${number})(?:,|%2C|\s|/)\s?(${number})`;

/** In this order: a link of a map has both its middle and what it marks, and the mark is meant. */
const links: readonly RegExp[] = [
  new RegExp(String.raw`[?&]mlat=(${number})&mlon=(${number})`),
  new RegExp(String.raw`!3d(${number})!4d(${number})`),
  new RegExp(String.raw`[?&](?:q|ll|query|destination|sll)=(?:loc:)?${pair}`),
  new RegExp(String.raw`[@]${pair}`),
  new RegExp(String.raw`#map=\d{1,2}(?:\.\d{1,4})?/${pair}`),
  new RegExp(String.raw`^geo:${pair}`),
];

/** `52.52, 13.405` from a link; other texts as they are. */
export function positionIn(text: string): string {
  if (!/^(https?|geo):/i.test(text.trim())) return text;
  const found = links.map((link) => link.exec(text.trim())).find((match) => match !== null);
  return found ? `${found[1]}, ${found[2]}` : text;
}

/** The position where the person is, to about a meter; null if they don't allow it or the device doesn't know it. */
export const ownPosition = (): Promise<string | null> =>
  new Promise((resolve) =>
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve(`${rounded(coords.latitude)}, ${rounded(coords.longitude)}`),
      () => resolve(null),
      { enableHighAccuracy: true, timeout: 15_000 },
    ),
  );

const rounded = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;
