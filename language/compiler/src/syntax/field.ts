/** Reads one field as it is written, in a bullet or a table's row, into its name, type and attributes; judges nothing. */
import { fold } from "@nonet/feel";
import { type Block, type Bullet, codeOf as code, type Row, type Table, type TextSpan } from "@nonet/notation";
import type { Span } from "@nonet/source";
import { after, bare, cut, findTop, isNotShown, slice, split } from "../text/split.ts";

export type AttributeKind =
  | "required"
  | "required when"
  | "optional"
  | "unique"
  | "unique within"
  | "default"
  | "set once"
  | "read-only"
  | "read-only when"
  | "at least"
  | "at most"
  | "between"
  | "matching"
  | "was"
  | "non-negative"
  | "hidden"
  | "personal"
  | "secret"
  | "taken on"
  | "not shown"
  | "unknown";

export interface RawAttribute {
  readonly kind: AttributeKind;
  /** What follows the attribute's words; "" where nothing does. */
  readonly value: TextSpan;
  readonly words: TextSpan;
  /** Where the cell is not shown: what its column would say. */
  readonly column?: string;
}

export interface RawField {
  readonly name: TextSpan;
  readonly type: TextSpan;
  readonly computed: TextSpan | null;
  readonly attributes: readonly RawAttribute[];
  /** Attributes before which a comma is missing; they are among the attributes all the same. */
  readonly lacksComma?: readonly TextSpan[];
  readonly span: Span;
}

const forms: readonly (readonly [AttributeKind, RegExp])[] = [
  ["required when", /^(?:required|mandatory) (?:when|if)\s+/i],
  ["required", /^(?:required|mandatory|not null)$/i],
  ["optional", /^(?:optional|not required)$/i],
  ["unique within", /^unique (?:within|in|per)\s+/i],
  ["unique", /^unique$/i],
  ["default", /^defaults?(?: to)?\s*[:=]?\s+/i],
  ["set once", /^set once$/i],
  ["read-only when", /^read[- ]?only (?:when|if)\s+/i],
  ["read-only", /^read[- ]?only$/i],
  ["at least", /^(?:at least|min(?:imum)?\.?|>=|≥)\s*/i],
  ["at most", /^(?:at most|max(?:imum)?\.?|<=|≤|up to)\s*/i],
  ["between", /^between\s+/i],
  ["matching", /^match(?:ing|es)\s+/i],
  ["was", /^was\s+/i],
  ["non-negative", /^(?:non[- ]?negative|not negative)$/i],
  ["hidden", /^hidden$/i],
  ["personal", /^personal\b\s*/i],
  ["secret", /^secret$/i],
  ["taken on", /^taken on\s+/i],
  ["not shown", /^not shown$/i],
];

/** The attributes' own words, for "did you mean". */
export const attributeNames: readonly string[] = [
  "required",
  "required when",
  "unique",
  "unique within",
  "default",
  "set once",
  "read-only",
  "read-only when",
  "at least",
  "at most",
  "between",
  "matching",
  "was",
  "hidden",
  "personal",
  "secret",
  "taken on",
];

/** The forms that may begin with a letter, in their order. */
const formsBy = new Map<string, typeof forms>();

function formsOf(letter: string): typeof forms {
  const known = formsBy.get(letter);
  if (known) return known;
  // Each alternative of a form begins with a letter of its own.
  const mine = forms.filter(([, form]) =>
    form.source
      .replace(/^\^(\(\?:)?/, "")
      .split("|")
      .some((way) => way.startsWith(letter)),
  );
  if (formsBy.size < 100) formsBy.set(letter, mine);
  return mine;
}

/** `at least: 2` below the field says what `at least 2` says beside it. */
export function readAttribute(written: TextSpan): RawAttribute {
  const inner = code(written);
  // `>= 0` is the same in backticks.
  const words = /^(?:>=|<=|≥|≤)/.test(inner.text) ? inner : written;
  for (const [kind, form] of formsOf(words.text.slice(0, 1).toLowerCase())) {
    const match = form.exec(words.text);
    if (!match) continue;
    const colon = /^\s*:\s*/.exec(words.text.slice(match[0].length));
    return { kind, value: slice(words, match[0].length + (colon?.[0].length ?? 0)), words };
  }
  return { kind: "unknown", value: words, words };
}

/** A bullet `name: type, attribute, …`, its children further attributes; null where there is no `name:`. */
export function rawField(bullet: Bullet): RawField | null {
  if (!bullet.label || !bullet.value) return null;
  const field = fieldFrom(bullet.label, bullet.value, bullet.span);
  const more = bullet.children.flatMap((child: Block) => (child.kind === "bullet" ? split(child.words, ",").map(readAttribute) : []));
  return { ...field, attributes: [...field.attributes, ...more] };
}

/** `new end date: date, required`, as an action asks for it. */
export function rawAsked(words: TextSpan): RawField | null {
  const parts = cut(words, /:\s*/);
  return parts && parts.before.text !== "" && parts.after.text !== "" ? fieldFrom(parts.before, parts.after, words.span) : null;
}

function fieldFrom(name: TextSpan, value: TextSpan, span: Span): RawField {
  const [first, ...more] = split(value, ",");
  if (!first) return { name, type: value, computed: null, attributes: [], span };
  const equals = findTop(first, /(?:^|\s)=\s+/);
  if (!equals) return { name, type: first, computed: null, attributes: more.flatMap(attributesIn), span };
  const rest = slice(value, equals.index + equals[0].length);
  const [computed, ...attributes] = split(rest, ",");
  return { name, type: slice(first, 0, equals.index), computed: computed ?? null, attributes: attributes.flatMap(attributesIn), span };
}

/** A bound may say both ends at once: `min 2 chars and max 100`. */
function attributesIn(words: TextSpan): RawAttribute[] {
  const both = /^(?:min|at least)\b.*\band\s+(?=max|at most)/i.exec(words.text);
  return both ? [readAttribute(slice(words, 0, both[0].replace(/\band\s+$/, "").length)), readAttribute(slice(words, both[0].length))] : [readAttribute(words)];
}

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
  max: "at most",
  maximum: "at most",
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

/** What a table of fields may have for columns, for "did you mean". */
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

/** What a column means, by its header; null for one that no field has. */
const fieldHeader = (header: TextSpan): string | null => headers[fold(bare(header).text)] ?? null;

/** Headers that no field has, and those that mean what an earlier one does: of attributes and of prose there may be several. */
export function oddFieldColumns(table: Table): { readonly unknown: readonly TextSpan[]; readonly doubled: readonly TextSpan[] } {
  const kinds = table.headers.map(fieldHeader);
  return {
    unknown: table.headers.filter((_, i) => kinds[i] === null),
    doubled: table.headers.filter((_, i) => isDoubled(kinds, i)),
  };
}

const isDoubled = (kinds: readonly (string | null)[], i: number): boolean => kinds[i] !== null && !/^(attributes|prose)$/.test(kinds[i]!) && kinds.indexOf(kinds[i]!) < i;

/** Whether the table defines fields (one column names them, one gives types). */
export const isFieldTable = (table: Table): boolean => {
  const kinds = table.headers.map(fieldHeader);
  return kinds.includes("type") && kinds.includes("name");
};

/** Cells of a column for people to read that read whole as attributes, which nobody would enforce there. */
export function notedAttributes(table: Table): readonly { readonly header: TextSpan; readonly cells: readonly TextSpan[]; readonly isWhole: boolean }[] {
  return table.headers.flatMap((header, i) => {
    if (fieldHeader(header) !== "prose") return [];
    const filled = table.rows.flatMap((row) => (nothing.test(row.cells[i]!.text) ? [] : [row.cells[i]!]));
    const cells = filled.filter((cell) => split(cell, ",;").flatMap(attributesIn).every(isPlainly));
    return cells.length > 0 ? [{ header, cells, isWhole: cells.length === filled.length }] : [];
  });
}

/** `at most 3` and ``default `x` `` say it in the notation's form; `at most three of them` may as well be prose. */
const isPlainly = ({ kind, value }: RawAttribute): boolean =>
  /^(?:required|unique|set once|read-only|non-negative|hidden|secret)$/.test(kind) ||
  (/^(?:required when|read-only when|matching)$/.test(kind) && /^`.*`$/s.test(value.text)) ||
  (/^(?:default|at least|at most|between)$/.test(kind) &&
    /^(?:`.*`|"[^"]*"|[\d.,]+(?:\s*(?:%|characters|chars))?(?:\s+and\s+[\d.,]+(?:\s*(?:%|characters|chars))?)?)$/s.test(value.text));

const yes = /^(yes|y|✅|true|x|required|unique|set once|read-only)$/i;
const nothing = /^[–—-]?$/;
const no = /^(no|n|❌|false|optional|[–—-])?$/i;
/** In these a cell holds a value, so that `no` is one. */
const valued: ReadonlySet<string> = new Set(["default", "at least", "at most", "between", "matching", "was"]);

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
  if (!name || !type) return null;
  const base = fieldFrom(name, type, row.span);
  return { ...base, computed: computed ?? base.computed, attributes: [...base.attributes, ...attributes] };
}

function cellAttribute(kind: string, cell: TextSpan): RawAttribute {
  const when = after(cell, /(?:when|if)\s+/i);
  const within = after(cell, /(?:within|per)\s+/i);
  if (isNotShown(cell)) return { kind: "not shown", value: cell, words: cell, column: kind };
  if (kind === "required") return { kind: when ? "required when" : yes.test(cell.text) ? "required" : "unknown", value: when ?? cell, words: cell };
  if (kind === "read-only") return { kind: when ? "read-only when" : yes.test(cell.text) ? "read-only" : "unknown", value: when ?? cell, words: cell };
  if (kind === "unique") return { kind: within ? "unique within" : yes.test(cell.text) ? "unique" : "unknown", value: within ?? cell, words: cell };
  if (kind === "hidden" || kind === "secret") return { kind: yes.test(cell.text) ? kind : "unknown", value: cell, words: cell };
  if (kind === "personal")
    return yes.test(cell.text) ? { kind: "personal", value: slice(cell, cell.text.length), words: cell } : { kind: "personal", value: after(cell, /of\s+/i) ?? cell, words: cell };
  if (kind === "set once") return { kind: yes.test(cell.text) ? "set once" : "unknown", value: cell, words: cell };
  return { kind: kind as AttributeKind, value: cell, words: cell };
}
