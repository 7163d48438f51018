/** The shades of the document's color, readable in light and dark mode. */

/** For documents without a colour. */
export const defaultColour = "#3b5b92";

export const productShades = (colour: string | null): readonly string[] => shades(parse(colour ?? "") ?? parse(defaultColour)!);

/** How much of the colour is in the background of a light button or badge under the pointer. */
const tint = 0.12;

type Rgb = readonly [number, number, number];

function parse(hex: string): Rgb | null {
  const m = /^#?([0-9a-f]{6})$/i.exec(hex.trim());
  if (!m) return null;
  const n = Number.parseInt(m[1]!, 16);
  return [n >> 16, (n >> 8) & 255, n & 255];
}

const mix = (a: Rgb, b: Rgb, part: number): Rgb => [0, 1, 2].map((i) => a[i as 0]! + (b[i as 0]! - a[i as 0]!) * part) as unknown as Rgb;
const hex = (c: Rgb): string => `#${c.map((v) => Math.round(v).toString(16).padStart(2, "0")).join("")}`;
const luminance = (c: Rgb): number => {
  const [r, g, b] = c.map((v) => (v / 255 <= 0.03928 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4)) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

const contrast = (light: Rgb, dark: Rgb): number => (luminance(light) + 0.05) / (luminance(dark) + 0.05);

/** Ten shades of the color; the ninth is dark enough for white text, and as text on a tint of itself (contrast of 4.5 to 1). */
function shades(color: Rgb): readonly string[] {
  const white: Rgb = [255, 255, 255];
  const black: Rgb = [0, 0, 0];
  let strong = color;
  for (let i = 0; i < 40 && contrast(mix(white, strong, tint), strong) < 4.6; i++) strong = mix(strong, black, 0.05);
  const light = [0.94, 0.86, 0.72, 0.58, 0.44, 0.3, 0.18, 0.08].map((part) => hex(mix(strong, white, part)));
  return [...light, hex(strong), hex(mix(strong, black, 0.18))];
}
