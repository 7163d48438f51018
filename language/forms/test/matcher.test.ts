import { describe, expect, test } from "vitest";
import { continuations, defineForms, describePattern, printForm, readForm } from "@nonet/forms";

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

test("what can stand next", () => {
  expect(continuations(table, "send Notice", tests)).toEqual([
    { name: "send", expected: { words: ["to"] } },
    { name: "send", expected: { words: ["when"] } },
  ]);
  expect(continuations(table, "do ", tests)).toEqual([{ name: "do", expected: { slot: "action", of: "action" } }]);
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
