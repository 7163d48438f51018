/** The reader of plain pieces gives the same result as the Markdown parser. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { splitPieces } from "../src/read/split-pieces.ts";
import { plainEntries } from "../src/read/plain-piece.ts";
import { readMarkdown, readPiece } from "../src/read/piece.ts";

const examples = fileURLToPath(new URL("../../../examples", import.meta.url));

const below = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? below(path) : name.endsWith(".md") ? [path] : [];
  });

const pieces = below(examples).flatMap((path) => {
  const text = readFileSync(path, "utf8");
  return splitPieces(text).map(({ from, to }) => text.slice(from, to));
});

const insertions = [
  "|",
  "`",
  "\n",
  "\n\n",
  ",",
  ": ",
  "- ",
  "  - ",
  "* ",
  "1. ",
  "### ",
  "# ",
  "#",
  "---",
  "===",
  "\\",
  "\\|",
  "<b>",
  "<!--",
  "```",
  "> ",
  " ",
  "  ",
  "\t",
  "**",
  "[a]: b",
  "[ ] ",
  "| a | b |\n",
  "|---|---|\n",
  "é",
  "🚲",
  "+",
  "_",
  "Example: ",
  "\nExample: a\n",
  "\nInitial records:\n",
  "\n**Example: a**\n- b\n",
];

test("pieces of the examples, unchanged and with characters inserted or deleted", () => {
  let compared = 0;
  let at = 1;
  const roll = (below: number): number => (at = (at * 48_271) % 2_147_483_647) % Math.max(1, below);
  for (const piece of pieces) {
    for (let i = 0; i < 12; i++) {
      const place = roll(piece.length);
      const lineStart = piece.lastIndexOf("\n", place) + 1;
      const where = roll(2) === 0 ? place : lineStart;
      const text = i === 0 ? piece : piece.slice(0, where) + insertions[roll(insertions.length)]! + piece.slice(where + (roll(3) === 0 ? roll(4) : 0));
      if (plainEntries(text) === null) continue;
      compared++;
      expect(readPiece(text, 0, 7, null).entries, JSON.stringify(text)).toEqual(readMarkdown(text, 0, 7, null).entries);
    }
  }
  expect(compared).toBeGreaterThan(pieces.length);
});

test.each(["- a\n\n- b\n", "- a\nmore\n", "  - a\n", "Text\n---\n", "| a |\n|---|---|\n", "```\n", "<b>\n", "- [ ] a\n", "1. a\n", "Text \n", "Text\n| a |\n|---|\n"])(
  "%j is not plain",
  (text) => expect(plainEntries(text)).toBeNull(),
);
