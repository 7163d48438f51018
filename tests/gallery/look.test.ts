/** The visual comparison sees what somebody would see, and not another name or time. */
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { temporaryFolder } from "../nonet-process.ts";
import { differenceOf, type Look, lookAsText, lookFromText, lookOf } from "./look.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

let pictures = 0;
async function looks({ name = "Ada Lovelace", button = "#0a66c2", rows = 8, height = 800, menu = true } = {}): Promise<Look> {
  const lines = Array.from({ length: rows }, (_, i) => `<text x="260" y="${160 + i * 44}" font-size="14">${name}, 3 Nov, 09:${10 + i}</text>`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="${height}"><rect width="100%" height="100%" fill="#fff"/>
    ${menu ? '<rect width="220" height="100%" fill="#e9ecef"/>' : ""}<rect x="760" y="40" width="200" height="60" fill="${button}"/>${lines.join("")}</svg>`;
  const file = join(folder.path, `${++pictures}.png`);
  await sharp(Buffer.from(svg)).png().toFile(file);
  return lookOf(file);
}

test("another name is no difference, and a look is the same from its text", async () => {
  const before = await looks();
  expect(differenceOf(before, await looks({ name: "Grace Hopper" }))).toBeNull();
  expect(lookFromText(lookAsText(before))).toEqual({ ...before, colours: new Uint8Array(before.colours) });
});

test.each([
  ["a button of another colour", { button: "#c92a2a" }, /^colours differ by \d+ of 255 at \d+ % across and \d+ % down/],
  ["a menu that is gone", { menu: false }, /^colours differ/],
  ["a longer page", { height: 900 }, /^height 800 before, 900 now$/],
])("%s is one", async (_, change, expected) => expect(differenceOf(await looks(), await looks(change))).toMatch(expected));
