/** Explains functions, decision tables and calendars. */
import type { Expression } from "@nonet/feel";
import type { Calendar, DecisionTable, Holidays, Product } from "@nonet/model";
import type { Span } from "@nonet/source";
import { capital, list, quoted, quotedList } from "../text/english.ts";
import { says } from "./expression-words.ts";
import type { Sentence } from "./sentence.ts";

export function businessSentences(textAt: (span: Span) => string, product: Product): Sentence[] {
  return [
    ...product.functions.map((f) => ({
      what: `function "${f.name}"`,
      sentence: `The function "${f.name}"${f.parameters.length === 0 ? "" : ` of ${quotedList(f.parameters.map((p) => p.name))}`} gives ${says(textAt, f.body)}.`,
      span: f.source,
    })),
    ...product.tables.flatMap((table) => [
      { what: `table "${table.name}"`, sentence: tableSentence(table), span: table.source },
      ...table.rows.map((row, i) => ({ what: `row ${i + 1} of "${table.name}"`, sentence: rowSentence(textAt, table, row), span: row.source })),
    ]),
    ...product.calendars.flatMap((calendar) =>
      calendar.holidays.map((off) => ({ what: `holidays${calendar.name === null ? "" : ` of ${calendar.name}`}`, sentence: holidaySentence(textAt, off), span: off.source })),
    ),
    ...product.calendars.map((calendar) => ({
      what: calendar.name === null ? "calendar" : `calendar "${calendar.name}"`,
      sentence: calendarSentence(calendar),
      span: calendar.source,
    })),
  ];
}

const policies: Readonly<Record<DecisionTable["hitPolicy"], string>> = {
  first: "the first matching row is used",
  unique: "only one row may match",
  any: "matching rows have the same result",
  "most specific": "of the matching rows, the one with the fewest `-` is used",
  collect: "the results of all matching rows are listed",
  "collect sum": "the results of all matching rows are added up",
  "collect min": "the smallest result of the matching rows is used",
  "collect max": "the largest result of the matching rows is used",
  "collect count": "the matching rows are counted",
};

const tableSentence = (table: DecisionTable): string =>
  `${quotedList(table.inputs.map((i) => i.name))} determine${table.inputs.length === 1 ? "s" : ""} ${quotedList(table.results.map((r) => r.name))} in ${table.rows.length} row${table.rows.length === 1 ? "" : "s"}; ${policies[table.hitPolicy]}.`;

/** The cells of the row, without those that accept any value. */
function rowSentence(textAt: (span: Span) => string, table: DecisionTable, row: DecisionTable["rows"][number]): string {
  const cells = textAt(row.source)
    .replace(/^\|/, "")
    .replace(/\|$/, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
  const when = table.inputs.flatMap((input, i) => (row.tests[i]?.every((test) => test.kind === "any") ? [] : [`${quoted(input.name)} is ${inTime(cells[i] ?? "")}`]));
  const gives = table.results.map((result, i) => `${quoted(result.name)} is ${row.results[i] ? list(valuesOf(textAt, row.results[i]), "then") : "not shown"}`);
  return `${when.length > 0 ? `When ${list(when)}` : "In all other cases"}, ${list(gives)}.`;
}

/** `100 EUR; 120 EUR from 2026-07-01` among the tests, as constants that change over time are said. */
const inTime = (cell: string): string => {
  const versions = cell.split(/\s*;\s*(?=(?:[^"]*"[^"]*")*[^"]*$)/);
  return versions.slice(1).every((version) => /\sfrom\s+\d{4}-/i.test(version)) ? list(versions, "then") : cell;
};

/** The values of a result in the order in which they apply; a later one is compiled to a comparison with today's date. */
function valuesOf(textAt: (span: Span) => string, result: Expression): string[] {
  if (result.kind !== "if" || result.span.from !== result.then.span.from || result.span.to !== result.then.span.to) return [says(textAt, result)];
  return [
    ...valuesOf(textAt, result.otherwise),
    `${says(textAt, result.then)} from ${says(textAt, result.condition.kind === "binary" ? result.condition.right : result.condition)}`,
  ];
}

function holidaySentence(textAt: (span: Span) => string, off: Holidays): string {
  if (off.kind === "records") return `The "${off.by}" of every ${off.entity}${off.where ? ` for which ${says(textAt, off.where)}` : ""} is a holiday.`;
  return off.dates.length > 0 ? `The holidays are ${list(off.dates.map((one) => `${one.date}${one.name === "" ? "" : ` (${one.name})`}`))}.` : "No holidays are listed.";
}

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

function calendarSentence(calendar: Calendar): string {
  if (calendar.open !== undefined) return `${capital(calendar.open)} is not shown, so nothing can be counted in it.`;
  const hours = calendar.hours.map((h) => (h.from === "00:00" && h.to === "24:00" ? `all ${weekdays[h.weekday - 1]}` : `${weekdays[h.weekday - 1]} ${h.from} to ${h.to}`));
  const off = calendar.holidays.map((h) => (h.kind === "dates" ? `on ${h.dates.length} date${h.dates.length === 1 ? "" : "s"}` : `on the "${h.by}" of every ${h.entity}`));
  return `${calendar.name === null ? "Working time" : `Working time in ${calendar.name}`} is ${list(hours)}${off.length > 0 ? `, except ${list(off)}` : ""}.`;
}
