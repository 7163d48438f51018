/** Reads point 9's constants, in tables or bullets, for the declaring pass and the compiler. */
import { dateInWords, fold, type LiteralValue, readValue, type Type, whyNoValue } from "@nonet/feel";
import {
  after,
  type Block,
  type Bullet,
  type Columns,
  columnsOf,
  findTop,
  isNotShown,
  type Section,
  slice,
  splitTop,
  type Table,
  type TextSpan,
  type Tree,
  trim,
  before as untilOffset,
} from "@nonet/notation";
import type { Span } from "@nonet/source";
import { bare, cut, isNothing, spacedWords } from "../../text/split.ts";
import { isWorkingTimeRow } from "../working-time-label.ts";
import { isCalendarSection, isHolidaySection, labelOfCalendar } from "./calendars.ts";
import { isDecisionSection, isResultHeader } from "./decision-tables.ts";
import { limitOf } from "./limits.ts";
import { type Remarked, remarkedValue } from "./remarks.ts";
import { workingSpan } from "./working-time.ts";

export const constantColumns = ["Name", "Value", "Unit", "Meaning", "Source"] as const;

/** A constant as it is written. */
export interface RawConstant {
  readonly name: TextSpan;
  readonly value: TextSpan;
  readonly unit: TextSpan | null;
  readonly meaning: string;
  /** Cells other than the value that are not shown, with their columns. */
  readonly open: readonly (readonly [column: string, words: TextSpan])[];
  readonly span: Span;
}

export interface ConstantTable {
  readonly table: Table;
  readonly columns: Columns;
}

/** A value and the date from which it applies; `read` is undefined if the value can't be read. */
export interface RawValue {
  readonly words: TextSpan;
  readonly from: TextSpan | null;
  readonly read: { readonly type: Type; readonly value: LiteralValue } | undefined;
  /** The words behind the value, which people read. */
  readonly remarked?: Remarked;
}

export function constantsIn(tree: Tree): RawConstant[] {
  return constantBlocks(tree).flatMap((block): readonly RawConstant[] => {
    if (block.kind === "bullet") return [constantOf(block)].filter((raw) => raw !== null);
    if (block.kind !== "table") return [];
    const found = constantTable(block);
    return found ? rowsOf(found) : [];
  });
}

/** Whether the section only groups its contents: it isn't a decision table, a calendar or a list of holidays. */
export const isPlainSection = (section: Section): boolean => !isDecisionSection(section) && !isCalendarSection(section) && !isHolidaySection(section);

/** Blocks that may contain constants: those above the first section, those in plain sections, and tables of constants anywhere. */
export function constantBlocks(tree: Tree): readonly Block[] {
  const point = tree.points[8];
  if (!point || point.state !== "written") return [];
  return [
    ...point.blocks,
    ...point.sections.flatMap((section) => section.blocks.filter((block) => (block.kind === "table" ? constantTable(block) !== null : isPlainSection(section)))),
  ];
}

/** The table as one of constants; null if it has no Name or Value, or has result columns. */
export function constantTable(table: Table): ConstantTable | null {
  const known = read.has(table) ? read.get(table)! : readTable(table);
  read.set(table, known);
  return known;
}

/** Cached by table. */
const read = new WeakMap<Table, ConstantTable | null>();

function readTable(table: Table): ConstantTable | null {
  if (table.headers.some((header) => isResultHeader(header))) return null;
  const columns = columnsOf(table, constantColumns);
  return columns.positions.has("Name") && columns.positions.has("Value") ? { table, columns } : null;
}

/** Cached by table, so that each row is the same object for every reader. */
const rows = new WeakMap<Table, readonly RawConstant[]>();

function rowsOf(found: ConstantTable): readonly RawConstant[] {
  const known = rows.get(found.table) ?? readRows(found);
  rows.set(found.table, known);
  return known;
}

function readRows({ table, columns }: ConstantTable): RawConstant[] {
  const constants = table.rows.filter((row) => !isWorkingTimeRow(columns.cell(row, "Name")!.text, columns.cell(row, "Value")!.text));
  return constants.map((row) => ({
    name: withSingleBlanks(columns.cell(row, "Name")!),
    value: columns.cell(row, "Value")!,
    unit: columns.cell(row, "Unit"),
    meaning: columns.cell(row, "Meaning")?.text ?? "",
    open: (["Unit", "Meaning", "Source"] as const).flatMap((column) => {
      const words = columns.cell(row, column);
      return words && isNotShown(words) ? [[column, words] as const] : [];
    }),
    span: row.span,
  }));
}

/** `- longest loan: 14 days — first and last day included`. */
export function constantOf(bullet: Bullet): RawConstant | null {
  const parted = bullet.label ? null : nameAndValue(bullet.words);
  const name = bullet.label ?? parted?.before;
  const written = bullet.value ?? parted?.after;
  if (!name || !written || isCalendarLabel(name.text) || hasParameters(name.text) || /^[^:]*\([^)]*:/.test(bullet.words.text)) return null;
  const dash = findTop(written.text, /\s[—–]\s/u);
  const value = dash ? untilOffset(written, dash.index) : written;
  const meaning = dash ? after(written, dash.index + dash[0].length).text : "";
  return { name: withSingleBlanks(name), value, unit: null, meaning, open: [], span: bullet.span };
}

/** `longest loan — 14 days`, `longest loan = 14 days`: a name, and a value that is no prose. */
function nameAndValue(words: TextSpan): { readonly before: TextSpan; readonly after: TextSpan } | null {
  const parted = cut(words, /\s+[—–=]\s+/);
  const isValue = parted && /^(?:[`"]?\d|".*"$|`.*`$)/.test(parted.after.text);
  return isValue && /^[\p{L}*`"][\p{L}\p{N} *`"_-]*$/u.test(parted.before.text) ? parted : null;
}

/** The words of a function stay as they are, because they are split further. */
const withSingleBlanks = (name: TextSpan): TextSpan => (hasParameters(name.text) ? name : spacedWords(bare(name)));

export const isCalendarLabel = (label: string): boolean => labelOfCalendar.test(label.trim()) || /^hit policy$/i.test(label.trim());

/** `net price(gross: money)`, which is a function and not a constant. */
export const hasParameters = (name: string): boolean => /\(.*\)/.test(name) || name.includes("=");

export const isOpenConstant = (raw: RawConstant): boolean => isNotShown(raw.value);

/** `19 %; 20 % from 2027-01-01` as its values in order. */
export function rawValues(raw: RawConstant): readonly RawValue[] {
  const known = values.get(raw) ?? readValues(raw);
  values.set(raw, known);
  return known;
}

/** Cached by constant. */
const values = new WeakMap<RawConstant, readonly RawValue[]>();

/** Limits whose values are words. */
const wordsOf: Readonly<Record<string, RegExp>> = { rounding: /^`?(half up|half even|half down|up|down)`?$/i, "weak passwords": /^`?(allowed|refused)`?$/i };

function readValues(raw: RawConstant): RawValue[] {
  const words = wordsOf[fold(raw.name.text)];
  let unit: string | undefined;
  return splitTop(raw.value, ";").map((part) => {
    const parted = cut(part, /\s+from\s+/i);
    const from = parted ? dateFrom(parted.after) : null;
    const written = parted && from ? parted.before : part;
    const word = words?.exec(written.text);
    const read = word ? { type: { kind: "string" as const }, value: word[1]!.toLowerCase() } : readConstant(written, raw.unit);
    const remarked = read || limitOf(raw.name.text) !== null || whyNoValue(written.text) !== undefined ? undefined : remarkedValue(written.text);
    if (!remarked || !fits(remarked, raw.unit) || (unit !== undefined && remarked.unit !== undefined && unit !== remarked.unit)) return { words: written, from, read };
    unit ??= remarked.unit;
    return { words: written, from, read: readConstant({ ...written, text: remarked.value }, null), remarked };
  });
}

/** Two units of one value contradict each other. */
const fits = ({ unit }: Remarked, cell: TextSpan | null): boolean => unit === undefined || !cell || isNothing(cell) || fold(cell.text) === fold(unit);

/** The date from which a value applies, as `2027-01-01`; null if the words begin with none. */
export function dateFrom(words: TextSpan): TextSpan | null {
  const inWords = dateInWords(words.text);
  return inWords !== undefined ? { ...words, text: inWords } : /^\d{4}-/.test(words.text) ? words : null;
}

function readConstant(words: TextSpan, unit: TextSpan | null): RawValue["read"] {
  const text = stripCode(words).text;
  const working = workingSpan(text);
  if (working) return working;
  if (unit && unit.text !== "") {
    const united = readValue(`${text} ${unit.text}`);
    if (united) return united;
  }
  const read = readValue(text);
  if (read) return read;
  return /^(https?:\/\/|mailto:)\S+$|^[^\s@]+@[^\s@]+\.[^\s@]+$/i.test(text) ? { type: { kind: "string" }, value: text } : undefined;
}

const stripCode = (words: TextSpan): TextSpan => (/^`[^`]*`$/.test(words.text) ? trim(slice(words, 1, words.text.length - 1)) : words);
