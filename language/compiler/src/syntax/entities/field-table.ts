/** Reads a table of fields: what each column means, and each row as a field. */
import { fold } from "@nonet/feel";
import type { Row, Table, TextSpan } from "@nonet/notation";
import { after, bare, isNotShown, slice, split } from "../../text/split.ts";
import { type AttributeKind, attributesIn, fieldFrom, type RawAttribute, type RawField, withFormula } from "./field.ts";

const headers: Readonly<Record<string, string>> = {
  name: "name",
  field: "name",
  "field name": "name",
  attribute: "name",
  type: "type",
  "data type": "type",
  attributes: "attributes",
  constraint: "attributes",
  constraints: "attributes",
  rules: "attributes",
  validation: "attributes",
  required: "required",
  mandatory: "required",
  "required when": "required when",
  "required if": "required when",
  unique: "unique",
  "unique within": "unique within",
  "unique per": "unique within",
  default: "default",
  "default value": "default",
  "set once": "set once",
  "read only": "read-only",
  "read only when": "read-only when",
  min: "at least",
  minimum: "at least",
  "at least": "at least",
  "more than": "more than",
  "greater than": "more than",
  "less than": "less than",
  max: "at most",
  maximum: "at most",
  range: "between",
  "at most": "at most",
  between: "between",
  matching: "matching",
  pattern: "matching",
  was: "was",
  hidden: "hidden",
  secret: "secret",
  personal: "personal",
  "taken on": "taken on",
  computed: "computed",
  "computed as": "computed",
  "calculated as": "computed",
  calculated: "computed",
  calculation: "computed",
  expression: "computed",
  formula: "computed",
  "=": "computed",
  notes: "prose",
  note: "prose",
  description: "prose",
  meaning: "prose",
  comment: "prose",
  comments: "prose",
  remark: "prose",
  remarks: "prose",
  hint: "prose",
};

/** The columns that a table of fields can have, for "did you mean". */
export const fieldColumns: readonly string[] = [
  "Name",
  "Type",
  "Attributes",
  "Required",
  "Required when",
  "Unique",
  "Unique within",
  "Default",
  "Set once",
  "Read-only",
  "Read-only when",
  "At least",
  "At most",
  "More than",
  "Less than",
  "Between",
  "Matching",
  "Was",
  "Hidden",
  "Secret",
  "Personal",
  "Taken on",
  "Computed",
  "Notes",
];

/** What a column means, by its header; null if it isn't known. */
const fieldHeader = (header: TextSpan): string | null => headers[fold(bare(header).text.replace(/\s*\?$/, ""))] ?? null;

/** Unknown headers, and headers that repeat an earlier one. There may be several columns of attributes and of prose. */
export function fieldColumnProblems(table: Table): { readonly unknown: readonly TextSpan[]; readonly doubled: readonly TextSpan[] } {
  const kinds = table.headers.map(fieldHeader);
  return {
    unknown: table.headers.filter((_, i) => kinds[i] === null),
    doubled: table.headers.filter((_, i) => isDoubled(kinds, i)),
  };
}

const isDoubled = (kinds: readonly (string | null)[], i: number): boolean => kinds[i] !== null && !/^(attributes|prose)$/.test(kinds[i]!) && kinds.indexOf(kinds[i]!) < i;

/** Whether the table defines fields: it has a column of names and one of types. */
export const isFieldTable = (table: Table): boolean => {
  const kinds = table.headers.map(fieldHeader);
  return kinds.includes("type") && kinds.includes("name");
};

/** Cells in a column of notes that consist of attributes, which would not be enforced there. */
export function attributesInNotes(table: Table): readonly { readonly header: TextSpan; readonly cells: readonly TextSpan[]; readonly isWhole: boolean }[] {
  return table.headers.flatMap((header, i) => {
    if (fieldHeader(header) !== "prose") return [];
    const filled = table.rows.flatMap((row) => (nothing.test(row.cells[i]!.text) ? [] : [row.cells[i]!]));
    const cells = filled.filter((cell) => split(cell, ",;").flatMap(attributesIn).every(isAttributeValue));
    return cells.length > 0 ? [{ header, cells, isWhole: cells.length === filled.length }] : [];
  });
}

/** `at most 3` and ``default `x` `` have the form of the notation; `at most three of them` can be prose. */
const isAttributeValue = ({ kind, value }: RawAttribute): boolean =>
  /^(?:required|unique|set once|read-only|non-negative|positive|hidden|secret)$/.test(kind) ||
  (/^(?:required when|read-only when|matching)$/.test(kind) && /^`.*`$/s.test(value.text)) ||
  (/^(?:default|at least|at most|more than|less than|between)$/.test(kind) &&
    /^(?:`.*`|"[^"]*"|yes|no|true|false|today|now|me|[\d.,]+(?:\s*(?:%|characters|chars))?(?:\s+and\s+[\d.,]+(?:\s*(?:%|characters|chars))?)?)$/s.test(value.text));

const yes = /^(yes|y|✅|true|x|required|unique|set once|read-only)$/i;
const nothing = /^[–—-]?$/;
const no = /^(no|n|❌|false|optional|[–—-])?$/i;
/** Columns whose cells contain values, so that `no` is a value. */
const valued: ReadonlySet<string> = new Set(["default", "at least", "at most", "more than", "less than", "between", "matching", "was"]);

export function rawFieldRow(table: Table, row: Row): RawField | null {
  let name: TextSpan | null = null;
  let type: TextSpan | null = null;
  let computed: TextSpan | null = null;
  const attributes: RawAttribute[] = [];
  const kinds = table.headers.map(fieldHeader);
  kinds.forEach((kind, i) => {
    const cell = row.cells[i];
    if (!cell || cell.text === "" || isDoubled(kinds, i)) return;
    if (kind === "name") name = cell;
    else if (kind === "type") type = cell;
    else if (kind === "computed") computed = no.test(cell.text) ? null : cell;
    else if (kind === "attributes") attributes.push(...(nothing.test(cell.text) ? [] : split(cell, ",;").flatMap(attributesIn)));
    else if (kind && kind !== "prose" && !(valued.has(kind) ? nothing : no).test(cell.text)) attributes.push(cellAttribute(kind, cell));
  });
  if (!name || (!type && !computed)) return null;
  const base = fieldFrom(name, type ?? slice(name, (name as TextSpan).text.length), row.span);
  return withFormula({ ...base, computed: computed ?? base.computed, attributes: [...base.attributes, ...attributes] });
}

function cellAttribute(kind: string, cell: TextSpan): RawAttribute {
  const when = after(cell, /(?:(?:required|read[- ]only)\s+)?(?:when|if)\s+/i);
  const unless = after(cell, /(?:(?:required|read[- ]only)\s+)?unless\s+/i);
  const within = after(cell, /(?:unique\s+)?(?:within|per)\s+/i);
  if (isNotShown(cell)) return { kind: "not shown", value: cell, words: cell, column: kind };
  if (kind === "required" && unless) return { kind: "required unless", value: unless, words: cell };
  if (kind === "required") return { kind: when ? "required when" : yes.test(cell.text) ? "required" : "unknown", value: when ?? cell, words: cell };
  if (kind === "read-only" && unless) return { kind: "read-only unless", value: unless, words: cell };
  if (kind === "read-only") return { kind: when ? "read-only when" : yes.test(cell.text) ? "read-only" : "unknown", value: when ?? cell, words: cell };
  if (kind === "unique") return { kind: within ? "unique within" : yes.test(cell.text) ? "unique" : "unknown", value: within ?? cell, words: cell };
  if (kind === "hidden" || kind === "secret") return { kind: yes.test(cell.text) ? kind : "unknown", value: cell, words: cell };
  if (kind === "personal")
    return yes.test(cell.text) ? { kind: "personal", value: slice(cell, cell.text.length), words: cell } : { kind: "personal", value: after(cell, /of\s+/i) ?? cell, words: cell };
  if (kind === "set once") return { kind: yes.test(cell.text) ? "set once" : "unknown", value: cell, words: cell };
  return { kind: kind as AttributeKind, value: cell, words: cell };
}
