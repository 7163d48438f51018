/**
 * The table form of a screen's attributes: `Attribute | Value` with a row for each, one column for each attribute, or
 * a titled attribute and its value (`Section | Fields`, `Number | Value`).
 */
import { fold } from "@nonet/feel";
import { type Attribute, attributeOf, type Bullet, type Row, type Table, type TextSpan, unquote, unstarred } from "@nonet/notation";
import type { Context } from "../context/context.ts";
import { reportNearest } from "../resolve/report-nearest.ts";
import { sameWord } from "../text/same-word.ts";

const titled = ["Section", "Tab", "Step", "Number", "Chart", "List", "Text"];
const nameHeaders = new Set(["attribute", "attributes", "detail", "details", "setting", "settings", "option", "property", "what", "name", "part"]);
const valueHeaders = new Set(["value", "values", "shows", "fields", "expression", "content", "of", "text", "says", "setting"]);

export function tableAttributes(context: Context, table: Table, names: readonly string[]): Attribute[] {
  const [first, second] = table.headers;
  if (!first) return [];
  const isPair = table.headers.length === 2 && valueHeaders.has(fold(second!.text));
  const heads = sameWord(
    first.text,
    titled.filter((name) => names.includes(name)),
  );
  if (isPair && heads !== undefined) return table.rows.map((row) => made(row, first, unquote(row.cells[0]!), row.cells[1]!));
  if (isPair && nameHeaders.has(fold(first.text))) return table.rows.flatMap((row) => named(row) ?? []);
  return table.rows
    .flatMap((row) => row.cells.flatMap((cell, i) => (cell.text === "" ? [] : [made(row, table.headers[i]!, null, cell)])))
    .filter((one) => known(context, one, names));
}

/** `Number "Out now" | count(…)`: the first cell is the label of a bullet. */
function named(row: Row): Attribute | null {
  const [label, value] = row.cells as [TextSpan, TextSpan];
  const read = attributeOf(bulletOf(row, unstarred(label), value));
  return read && read.name.text !== "" ? read : null;
}

const made = (row: Row, name: TextSpan, title: TextSpan | null, value: TextSpan): Attribute => ({
  name,
  key: fold(name.text),
  title,
  value,
  children: [],
  bullet: bulletOf(row, name, value),
});

const bulletOf = (row: Row, label: TextSpan, value: TextSpan): Bullet => ({
  kind: "bullet",
  words: { text: `${label.text}: ${value.text}`, span: row.span },
  label,
  value,
  children: [],
  span: row.span,
});

/** An unknown header is reported once, at the header. */
function known(context: Context, { name, key }: Attribute, names: readonly string[]): boolean {
  if (names.some((one) => fold(one) === key)) return true;
  reportNearest(context, "unknown-column", name, `There is no attribute "${name.text}" here`, names);
  return false;
}
