/**
 * The table form of a screen's attributes: `Attribute | Value` with a row for each, one column for each attribute, or
 * a titled attribute and its value (`Section | Fields`, `Number | Value`, `Kind | Title | Value`).
 */
import { fold } from "@nonet/feel";
import { type Attribute, attributeOf, type Bullet, type Row, type Table, type TextSpan, unquote, unstarred } from "@nonet/notation";
import type { Context } from "../context/context.ts";
import { reportNearest } from "../resolve/report-nearest.ts";
import { list } from "../text/english.ts";
import { sameWord } from "../text/same-word.ts";

const titled = ["Section", "Tab", "Step", "Number", "Chart", "List", "Text"];
const nameHeaders = new Set([
  "attribute",
  "attributes",
  "detail",
  "details",
  "setting",
  "settings",
  "option",
  "property",
  "what",
  "name",
  "part",
  "tile",
  "tiles",
  "card",
  "box",
  "element",
  "widget",
  "block",
  "item",
  "component",
]);
const valueHeaders = new Set([
  "value",
  "values",
  "shows",
  "fields",
  "expression",
  "content",
  "of",
  "text",
  "says",
  "setting",
  "query",
  "formula",
  "measure",
  "what it shows",
  "contents",
]);
const kindHeaders = new Set(["kind", "type", "element", "attribute", "what", "widget", "tile"]);
const titleHeaders = new Set(["title", "name", "label", "caption", "heading"]);

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
  const [kind, title, value] = [kindHeaders, titleHeaders, valueHeaders].map((known) => table.headers.findIndex((header) => known.has(fold(header.text))));
  if (table.headers.length === 3 && new Set([kind, title, value]).size === 3 && kind! >= 0 && title! >= 0 && value! >= 0)
    return table.rows.map((row) => made(row, unstarred(row.cells[kind!]!), titleOf(row.cells[title!]!), row.cells[value!]!));
  if (table.headers.length > 1 && !table.headers.some((header) => isNamed(header, names))) {
    reportTable(context, table, names);
    return [];
  }
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

const titleOf = (cell: TextSpan): TextSpan | null => (cell.text === "" ? null : unquote(unstarred(cell)));

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

const isNamed = (header: TextSpan, names: readonly string[]): boolean => sameWord(header.text, names) !== undefined;

/** No column is an attribute, so the rows must be: with the columns that say so, the table can be read. */
function reportTable(context: Context, { headers }: Table, names: readonly string[]): void {
  const isTitled = names.some((name) => titled.includes(name));
  const columns = headers.length === 2 ? [names.includes("Number") ? "Number" : "Attribute", "Value"] : isTitled && headers.length === 3 ? ["Kind", "Title", "Value"] : [];
  const [first, last] = [headers[0]!.span, headers.at(-1)!.span];
  context.report("unknown-column", { ...first, to: last.to }, `None of these columns is an attribute of the screen: ${names.join(", ")}.`, {
    hint: isTitled
      ? `Write \`| Kind | Title | Value |\`, or a bullet for each, such as \`- ${names[0]!} "TITLE": …\`.`
      : `Write \`| Attribute | Value |\`, or a bullet for each, such as \`- ${names[0]!}: …\`.`,
    fixes: columns.length === 0 ? [] : [{ title: `Call the columns ${list(columns)}`, edits: columns.map((text, i) => ({ span: headers[i]!.span, text })) }],
  });
}

/** An unknown header is reported once, at the header. */
function known(context: Context, { name, key }: Attribute, names: readonly string[]): boolean {
  if (names.some((one) => fold(one) === key)) return true;
  reportNearest(context, "unknown-column", name, `There is no attribute "${name.text}" here`, names);
  return false;
}
