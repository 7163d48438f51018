import { describe, expect, test } from "vitest";
import { defineForms, describePattern, machineForms, nextExpected, printForm, readForm, tables } from "@nonet/forms";

const names = ["Notice", "Notice of return", "Pass on", "due date", "number of seats", "Reminder"];
const isName = (text: string): boolean => names.some((name) => name.toLowerCase() === text.replace(/^[`"]|[`"]$/g, "").toLowerCase());
const tests = { call: isName, action: isName, field: isName };

const table = defineForms({
  place: "a statement",
  title: "Statements",
  point: 4,
  forms: {
    send: {
      pattern: "send {call} [to {people}] [when {condition}]",
      variants: ["mail {call} [to {people}] [if {condition}]"],
      means: "Sends CALL.",
      example: "send Notice",
    },
    set: {
      pattern: "set {field} = {value} [when {condition}]",
      variants: ["set/change {field} to {value} [when|if {condition}]"],
      means: "Sets FIELD.",
      example: "set due date = today()",
    },
    do: { pattern: "do {action} [again] [on {record}]", means: "Runs ACTION.", example: "do Pass on" },
  },
});

function read(line: string): unknown {
  const found = readForm(table, line, tests);
  if (found.kind === "match") return [found.name, Object.fromEntries(Object.entries(found.slots).map(([name, { from, to }]) => [name, line.slice(from, to)])), ...found.flags];
  if (found.kind === "ambiguous") return found.readings.map(({ name }) => name);
  return found.near && { name: found.near.name, at: line.slice(found.near.at.from, found.near.at.to), expected: found.near.expected };
}

describe("a line is read", () => {
  const lines: readonly (readonly [string, unknown])[] = [
    ["send Notice", ["send", { call: "Notice" }]],
    ["Send the Notice.", ["send", { call: "Notice" }]],
    ["send Notice of return to its borrower", ["send", { call: "Notice of return", people: "its borrower" }]],
    ["mail **Notice** if x", ["send", { call: "Notice", condition: "x" }]],
    ["set due date = today() when `a when b`", ["set", { field: "due date", value: "today()", condition: "`a when b`" }]],
    ["set due-date to today() + 14 days", ["set", { field: "due-date", value: "today() + 14 days" }]],
    ["change the number of seats to 4", ["set", { field: "number of seats", value: "4" }]],
    ['set due date = if a then "when" else 2', ["set", { field: "due date", value: 'if a then "when" else 2' }]],
    ["do Pass on", ["do", { action: "Pass on" }]],
    ["do Pass on on its loan", ["do", { action: "Pass on", record: "its loan" }]],
    ["do Pass on again on it", ["do", { action: "Pass on", record: "it" }, "again"]],
  ];
  test.each(lines)("%s", (line, wanted) => {
    const hyphens = (text: string): boolean => isName(text.replaceAll("-", " "));
    const found = readForm(table, line, { call: isName, action: isName, field: hyphens });
    expect(found.kind).toBe("match");
    if (found.kind !== "match") return;
    expect([found.name, Object.fromEntries(Object.entries(found.slots).map(([name, { from, to }]) => [name, line.slice(from, to)])), ...found.flags]).toEqual(wanted);
  });
});

describe("a line that no form matches names the nearest", () => {
  const lines: readonly (readonly [string, unknown])[] = [
    ["send Notise", { name: "send", at: "Notise", expected: { slot: "call", of: "call" } }],
    ["send", { name: "send", at: "", expected: { slot: "call", of: "call" } }],
    ["sned Notice", { name: "send", at: "sned", expected: { words: ["send"] } }],
    ["set due date 5", { name: "set", at: "5", expected: { words: ["="] } }],
    ["what is this", null],
  ];
  test.each(lines)("%s", (line, wanted) => expect(read(line)).toEqual(wanted));
});

test("two forms that match equally well are two readings", () => {
  const two = defineForms({
    place: "a line",
    title: "Lines",
    point: 0,
    forms: { a: { pattern: "{x} of {y}", means: "A.", example: "a of b" }, b: { pattern: "{z} of {w}", means: "B.", example: "a of b" } },
  });
  expect(readForm(two, "seats of hall")).toMatchObject({ kind: "ambiguous", readings: [{ name: "a" }, { name: "b" }] });
});

test("a line is printed as its form's canonical pattern", () => {
  const { send } = table.forms;
  expect(printForm(send, { call: "Notice", condition: "a > 3" })).toBe("send Notice when a > 3");
  expect(printForm(table.forms.do, { action: "Pass on" }, new Set(["again"]))).toBe("do Pass on again");
  expect(describePattern(send.pattern)).toBe("send CALL [to PEOPLE] [when CONDITION]");
});

describe("what can stand next", () => {
  const next = (beginning: string): unknown =>
    nextExpected([table], beginning, tests).map(
      (offer) => `${offer.name}: ${offer.kind === "words" ? offer.text : `{${offer.slot}}`} in place of "${beginning.slice(offer.from)}"`,
    );
  const lines: readonly (readonly [string, readonly string[]])[] = [
    ["send Notice ", ['send: {call} in place of "Notice "', 'send: to in place of ""', 'send: when in place of ""']],
    ["do ", ['do: {action} in place of ""']],
    ["set due date to 4 w", ['set: {value} in place of "4 w"', 'set: when in place of "w"']],
    ["set due date = 4 when ", ['set: {condition} in place of ""']],
    ["set due d", ['set: {field} in place of "due d"']],
    ["cha", ['set: change in place of "cha"']],
    ["", ['send: send in place of ""', 'set: set in place of ""', 'do: do in place of ""', 'send: mail in place of ""']],
    ["what is this ", []],
  ];
  test.each(lines)("%s", (beginning, wanted) => expect(next(beginning)).toEqual(wanted));

  test("words stand together up to the next slot, and forms come with their table", () => {
    expect(nextExpected([machineForms], "Refuse ", { actions: (text) => text === "Refuse" })).toContainEqual({
      table: machineForms,
      name: "asks",
      isCanonical: true,
      from: 7,
      kind: "words",
      text: "asks for:",
    });
  });

  test("no beginning of an example is refused", { timeout: 60_000 }, () => {
    for (const one of tables)
      for (const [name, { example, isRejected }] of Object.entries(one.forms)) {
        if (isRejected) continue;
        const line = one.point === 0 ? example.replace(/^(?:Given|When|Then|And) /, "") : example;
        const words = [...line.matchAll(/ /g)].map(({ index }) => line.slice(0, index + 1));
        for (const beginning of ["", ...words])
          expect(
            nextExpected([one], beginning).some((offer) => offer.name === name),
            `${name}: ${beginning}`,
          ).toBe(true);
      }
  });
});

test("a code is one word, which isn't the words that it is made of", () => {
  expect(read("SEND_NOTICE")).toBe(null);
  const codes = defineForms({ place: "a code", title: "Codes", point: 8, forms: { code: { pattern: "{code}", means: "A code.", example: "NO_BUDGET" } } });
  expect(readForm(codes, "NO_BUDGET", { code: (text) => text === "NO_BUDGET" })).toMatchObject({ kind: "match", slots: { code: { from: 0, to: 9 } } });
});

test("a long line ends the search", () => {
  const line = `send ${"a to b when ".repeat(400)}`;
  expect(readForm(table, line, {}).kind).toBe("match");
});
