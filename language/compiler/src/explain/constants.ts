/** Says functions, decision tables and calendars as sentences. */
import type { Expression } from "@nonet/feel";
import type { Calendar, DecisionTable, Holidays, Product } from "@nonet/model";
import type { Span } from "@nonet/source";
import { list } from "../text/english.ts";
import type { Sentence } from "./sentence.ts";

export function businessSentences(said: (span: Span) => string, product: Product): Sentence[] {
  return [
    ...product.functions.map((f) => ({
      what: `function "${f.name}"`,
      sentence: `The ${f.name} of ${list(f.parameters.map((p) => p.name)) || "nothing"} is ${said(f.body.span)}.`,
      span: f.source,
    })),
    ...product.tables.flatMap((table) => [
      { what: `table "${table.name}"`, sentence: tableSentence(table), span: table.source },
      ...table.rows.map((row, i) => ({ what: `row ${i + 1} of "${table.name}"`, sentence: rowSentence(said, table, row), span: row.source })),
    ]),
    ...product.calendars.flatMap((calendar) =>
      calendar.holidays.map((off) => ({ what: `holidays${calendar.name === null ? "" : ` of ${calendar.name}`}`, sentence: holidaySentence(off), span: off.source })),
    ),
    ...product.calendars.map((calendar) => ({
      what: calendar.name === null ? "calendar" : `calendar "${calendar.name}"`,
      sentence: calendarSentence(calendar),
      span: calendar.source,
    })),
  ];
}

const policies: Readonly<Record<DecisionTable["hitPolicy"], string>> = {
  first: "the first row that holds counts",
  unique: "only one row may hold",
  any: "rows that hold together say the same",
  "most specific": "of the rows that hold the one with the fewest `-` counts",
  collect: "all rows that hold count",
  "collect sum": "the rows that hold are added up",
  "collect min": "the least of the rows that hold counts",
  "collect max": "the greatest of the rows that hold counts",
  "collect count": "the rows that hold are counted",
};

const tableSentence = (table: DecisionTable): string =>
  `${list(table.inputs.map((i) => i.name))} decide${table.inputs.length === 1 ? "s" : ""} ${list(table.results.map((r) => r.name))} by ${table.rows.length} row${table.rows.length === 1 ? "" : "s"}; ${policies[table.hitPolicy]}.`.replace(
    /^./,
    (c) => c.toUpperCase(),
  );

/** The row's own cells, those that take anything left out. */
function rowSentence(said: (span: Span) => string, table: DecisionTable, row: DecisionTable["rows"][number]): string {
  const cells = said(row.source)
    .replace(/^\|/, "")
    .replace(/\|$/, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
  const when = table.inputs.flatMap((input, i) => (row.tests[i]?.every((test) => test.kind === "any") ? [] : [`${input.name} is ${inTime(cells[i] ?? "")}`]));
  const gives = table.results.map((result, i) => `${result.name} is ${row.results[i] ? list(valuesOf(said, row.results[i]), "then") : "not shown"}`);
  return `${when.length > 0 ? `Where ${list(when)}` : "Whatever else it is"}, ${list(gives)}.`;
}

/** `100 EUR; 120 EUR from 2026-07-01` among the tests, as constants that change over time are said. */
const inTime = (cell: string): string => {
  const versions = cell.split(/\s*;\s*(?=(?:[^"]*"[^"]*")*[^"]*$)/);
  return versions.slice(1).every((version) => /\sfrom\s+\d{4}-/i.test(version)) ? list(versions, "then") : cell;
};

/** The values of a result in the order in which they hold: a later one is a question about today's date, at the value's own place. */
function valuesOf(said: (span: Span) => string, result: Expression): string[] {
  if (result.kind !== "if" || result.span.from !== result.then.span.from || result.span.to !== result.then.span.to) return [said(result.span)];
  return [...valuesOf(said, result.otherwise), `${said(result.then.span)} from ${said(result.condition.span)}`];
}

function holidaySentence(off: Holidays): string {
  if (off.kind === "records") return `Nobody works on the ${off.by} of every ${off.entity}.`;
  return off.dates.length > 0 ? `Nobody works on ${list(off.dates.map((one) => `${one.date}${one.name === "" ? "" : ` (${one.name})`}`))}.` : "No holidays are listed.";
}

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

function calendarSentence(calendar: Calendar): string {
  const hours = calendar.hours.map((h) => `${weekdays[h.weekday - 1]} ${h.from} to ${h.to}`);
  const off = calendar.holidays.map((h) => (h.kind === "dates" ? `on ${h.dates.length} date${h.dates.length === 1 ? "" : "s"}` : `on the ${h.by} of every ${h.entity}`));
  return `${calendar.name === null ? "Working time" : `Working time in ${calendar.name}`} is ${list(hours)}${off.length > 0 ? `, not ${list(off)}` : ""}.`;
}
