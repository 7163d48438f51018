/** FEEL expressions on which PostgreSQL would differ from the evaluator of `@nonet/feel` are refused. */
import { expect, test } from "vitest";
import { check, type Scope, type Symbol, type Type } from "@nonet/feel";
import { canCompile } from "../src/expressions/supported.ts";
import { equipmentDesk } from "./test-database.ts";

const named = (name: string, type: Type): [string, Symbol] => [name, { kind: "variable", name, type, nullable: true }];
const symbols = new Map([
  named("label", { kind: "string" }),
  named("days", { kind: "list", of: { kind: "date" } }),
  named("day", { kind: "date" }),
  named("clock", { kind: "time" }),
]);
const scope: Scope = { lookup: (name) => symbols.get(name), names: () => symbols.keys(), fieldsOf: () => undefined };

const cases: readonly (readonly [string, string | null])[] = [
  ["during(day, [day..day))", null],
  ["during(days, [day..day))", "a list as a point"],
  ["number(days)", "a list as a single value"],
  ["-(duration(label))", "the negative of a duration that is read from text"],
  ["-(if day = null then duration(label) else 1 day)", "the negative of a duration that is read from text"],
  ["[duration(label)][1] + 1 day", "a sum or product with a value of unknown kind"],
  ["duration(label) = 1 day", null],
  ['time("09:00:00Z") < time("10:00:00Z")', "a time with a zone, except in `date and time(date, time)`"],
  ['date and time("2026-03-01T08:00:00Z") > now()', null],
  ["list contains([1, label], 1)", "values of several kinds in one list"],
  ["1 in [label, 1]", "values of several kinds in one list"],
  ["count([{a: 1}, {a: label}][a = 1])", "values of several kinds in one list"],
  ["day in [clock, day]", "values of several kinds in one list"],
  ["list contains([1, 2.5, null], 1)", null],
  ['matches(label, "^a", "m")', "a pattern with `^` or `$` and the flag `m`, which PostgreSQL reads otherwise"],
  ['matches(label, "[^a]b", "m")', null],
  ["day of week(label)", "a day of a text that isn't made a date before, by `date(…)`"],
  ["day of week(date(label))", null],
  ['replace(label, "x+(xy)?", "-")', "a pattern with a repeated group, which PostgreSQL reads otherwise"],
  ['matches(label, "x+(xy)?")', null],
  ['matches(label, "[a b]+ c", "x")', "a pattern with a blank in a class and the flag `x`, which PostgreSQL reads otherwise"],
  ['matches(label, "(a)\\\\1", "i")', "a pattern with a group that comes again in another case, which PostgreSQL reads otherwise"],
];

test.each(cases)("%s", (text, why) => {
  const { expression, diagnostics } = check(text, { file: 0, from: 0 }, scope);
  expect(diagnostics.filter((each) => each.severity === "error").map((each) => each.message)).toEqual([]);
  expect(canCompile(equipmentDesk(), expression)).toBe(why);
});
