/** A sentence that says where records start is prose where it agrees with the rows, and an error where it doesn't. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compile } from "../../../../tests/compile-again.ts";

const sound = readFileSync(new URL("../../../../fixtures/sound.md", import.meta.url), "utf8");
const errors = (text: string) => compile([{ name: "a.md", text }]).diagnostics.filter(({ severity }) => severity === "error");
const withSentence = (sentence: string, start = "- Starts as: waiting\n"): string => sound.replace("- Starts as: waiting\n", `${sentence}\n\n${start}`);

test.each([
  ["A Repair starts as waiting.", ""],
  ["Repairs start as waiting and end as collected. Nobody minds.", ""],
  ["It starts as waiting.", "- Starts as: waiting\n"],
  ["A repair starts in the workshop.", ""],
  ["A repair begins with a talk.", ""],
])("%s", (sentence, start) => {
  expect(errors(withSentence(sentence, start))).toEqual([]);
});

test.each([
  ["A Repair starts as quoted.", "", "the first row"],
  ["Nobody minds. New Repairs start as quoted. That is so.", "", "the first row"],
  ["They begin in the state accepted.", "- Starts as: waiting\n", "another line"],
  ["A Repair starts as quoted and ends as collected.", "- Starts as: waiting\n", "another line"],
  ["Starts as quoted.", "", "isn't a bullet"],
])("%s", (sentence, start, says) => {
  const before = withSentence(sentence, start);
  const [told, more] = errors(before);
  expect([told?.code, more]).toEqual(["unread-attribute", undefined]);
  expect(told!.message).toContain(says);
  const edits = [...told!.fixes[0]!.edits].sort((a, b) => b.span.from - a.span.from);
  expect(errors(edits.reduce((whole, { span, text }) => whole.slice(0, span.from) + text + whole.slice(span.to), before))).toEqual([]);
});

test("a condition has no fix, but a form", () => {
  expect(errors(withSentence("A Repair starts as quoted when it is urgent.", "")).map(({ hint }) => hint)).toEqual(["Write `- Starts as: quoted when …, else waiting`."]);
});
