/** Sentences of a line are selected by kind and whole name. */
import { expect, test } from "vitest";
import { sentenceAt, type SentenceData } from "../src/index.ts";

const at = (line: number, what: string): SentenceData => ({ what, sentence: `${what}.`, file: 0, line });
const all = [
  at(1, "state billed of Fee"),
  at(1, "Fee: open → billed by Bill"),
  at(1, "Fee: not open → billed by Bill"),
  at(1, "Fee: open → gone by Unbill"),
  at(2, 'call "Bill"'),
  at(2, 'Expects of "Bill"'),
  at(3, "Bill"),
  at(3, "Bill.bill"),
  at(3, "Bill.bill note"),
  at(3, "Bill: Shown as"),
  at(4, "grant to Clerk: create Fee; grant to Clerk: update Fee"),
  at(4, "grant to Clerk: update Fee line"),
  at(5, "decision Bill of Fee"),
  at(5, "what Bill of Fee asks for"),
  at(5, "what Bill out of Fee asks for"),
  at(6, 'rule "Bill"'),
  at(6, 'rule "Bill once"'),
  at(6, "error BILL"),
  at(7, 'Number "Bills" of Home'),
  at(7, 'screen "Home"'),
];

test.each<[number, string, string[]]>([
  [1, "Bill", ["Fee: open → billed by Bill", "Fee: not open → billed by Bill"]],
  [1, "by Bill", ["Fee: open → billed by Bill", "Fee: not open → billed by Bill"]],
  [1, "open → billed by Bill", ["Fee: open → billed by Bill"]],
  [1, "not open → billed by Bill", ["Fee: not open → billed by Bill"]],
  [2, "Bill", ['call "Bill"']],
  [3, "Bill", ["Bill", "Bill.bill"]],
  [3, ".bill", ["Bill.bill"]],
  [4, ": create Fee", ["grant to Clerk: create Fee; grant to Clerk: update Fee"]],
  [4, ": update Fee", ["grant to Clerk: create Fee; grant to Clerk: update Fee"]],
  [5, "Bill", ["decision Bill of Fee", "what Bill of Fee asks for"]],
  [6, "Bill once", ['rule "Bill once"']],
  [7, "Bills", ['Number "Bills" of Home']],
])("line %i, %s", (line, about, found) => expect(sentenceAt(all, { line }, about)).toBe(found.map((what) => `${what}.`).join(" ")));

test("returns the first sentences of the line if none matches the name", () =>
  expect(sentenceAt(all, { line: 1 }, "Pay")).toBe(
    all
      .slice(0, 3)
      .map((s) => s.sentence)
      .join(" "),
  ));

test("returns null for a line without a sentence", () => expect(sentenceAt(all, { line: 9 }, "Bill")).toBeNull());
