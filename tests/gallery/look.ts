/** How a picture looks from afar: its size and the mean colours of a grid over it, so that texts and moments of rendering don't count. */
import sharp from "sharp";

export interface Look {
  readonly width: number;
  readonly height: number;
  /** The red, green and blue of each field of the grid, row by row. */
  readonly colours: Uint8Array;
}

const grid = { width: 12, height: 16 };

/** The largest difference of one colour of one field, of 255, and the mean one of all, that another name or time causes. */
const most = { ofOne: 40, mean: 4 };
/** The largest part by which a page may grow or shrink. */
const mostOfSize = 0.06;

export async function lookOf(picture: string): Promise<Look> {
  const { width, height } = await sharp(picture).metadata();
  const colours = await sharp(picture)
    .removeAlpha()
    .resize({ ...grid, fit: "fill", kernel: "cubic" })
    .raw()
    .toBuffer();
  return { width, height, colours };
}

/** What is different to the eye, in words; null if nothing is. */
export function differenceOf(before: Look, now: Look): string | null {
  for (const side of ["width", "height"] as const) if (Math.abs(now[side] - before[side]) > before[side] * mostOfSize) return `${side} ${before[side]} before, ${now[side]} now`;
  const apart = now.colours.map((colour, i) => Math.abs(colour - before.colours[i]!));
  const [largest, mean] = [Math.max(...apart), apart.reduce((a, b) => a + b, 0) / apart.length];
  if (largest <= most.ofOne && mean <= most.mean) return null;
  const field = Math.floor(apart.indexOf(largest) / 3);
  return `colours differ by ${largest} of 255 at ${percent(field % grid.width, grid.width)} across and ${percent(Math.floor(field / grid.width), grid.height)} down, by ${mean.toFixed(1)} on average`;
}

const percent = (at: number, of: number): string => `${Math.round(((at + 0.5) / of) * 100)} %`;

export const lookAsText = ({ width, height, colours }: Look): string => `${width}x${height} ${Buffer.from(colours).toString("base64")}`;

export function lookFromText(text: string): Look {
  const [size, colours] = text.split(" ");
  const [width, height] = size!.split("x").map(Number);
  return { width: width!, height: height!, colours: new Uint8Array(Buffer.from(colours!, "base64")) };
}
