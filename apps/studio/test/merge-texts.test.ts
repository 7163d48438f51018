import fc from "fast-check";
import { applyEdits } from "@nonet/notation";
import { expect, it } from "vitest";
import { mergeTexts } from "../src/editor/merge-texts.ts";

const name = "spec.md";

function merged(base: string, mine: string, theirs: string): string | null {
  const result = mergeTexts([{ name, text: base }], [{ name, text: mine }], [{ name, text: theirs }]);
  return "conflict" in result ? null : applyEdits([{ name, text: mine }], result.edits)[0]!.text;
}

it.each([
  ["lines added at two places", "a\nb\nc\n", "a\nx\nb\nc\n", "a\nb\nc\ny\n", "a\nx\nb\nc\ny\n"],
  ["one line between the changes", "a\nb\nc\n", "A\nb\nc\n", "a\nb\nC\n", "A\nb\nC\n"],
  ["the same line", "a\nb\nc\n", "a\nB\nc\n", "a\nbb\nc\n", null],
  ["lines that touch", "a\nb\nc\n", "A\nb\nc\n", "a\nB\nc\n", null],
  ["the same change", "a\nb\n", "a\nB\n", "a\nB\n", "a\nB\n"],
  ["a part that is gone", "a\nb\nc\nd\ne\n", "a\ne\n", "a\nb\nc\nd\ne\nf\n", "a\ne\nf\n"],
  ["an addition to what is gone", "a\nb\nc\nd\n", "a\nd\n", "a\nb\nx\nc\nd\n", null],
  ["no line break at the end", "a\nb\nc", "x\na\nb\nc", "a\nb\nc\nd", "x\na\nb\nc\nd"],
])("%s", (_, base, mine, theirs, expected) => expect(merged(base, mine, theirs)).toBe(expected));

it("gives up on long texts that have nothing in common", () => {
  const lines = (n: number): string => Array.from({ length: 60_000 }, (_, i) => `${(i * 7919 + n) % 1_000_003}\n`).join("");
  expect(merged(lines(1), lines(2), lines(3))).toBe(null);
});

it("without a conflict it doesn't matter whose changes come first, and what one changes alone stays", () => {
  const text = fc.array(fc.constantFrom("a\n", "b\n", "c\n", "\n"), { maxLength: 9 }).map((lines) => lines.join(""));
  fc.assert(
    fc.property(text, text, text, (base, mine, theirs) => {
      expect(merged(base, mine, theirs)).toBe(merged(base, theirs, mine));
      expect(merged(base, base, theirs)).toBe(theirs);
      expect(merged(base, mine, base)).toBe(mine);
    }),
  );
});
