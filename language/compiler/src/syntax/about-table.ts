/** Point 1 as its bullets: a table of its attributes says what bullets say, in rows (`Attribute | Value`) or in columns. */
import { fold } from "@nonet/feel";
import type { Block, Bullet, PointTree, Row, Table, TextSpan } from "@nonet/notation";
import { sameWord } from "../text/same-word.ts";
import { bare } from "../text/split.ts";

export const aboutNames: readonly string[] = ["Name", "Language", "Time zone", "Currency", "Sign-in", "Colour", "Logo"];
const synonyms: Readonly<Record<string, string>> = { color: "Colour", timezone: "Time zone", login: "Sign-in", "product name": "Name" };

/** Which of point 1's attributes the words name. */
export const aboutName = (words: TextSpan): string | undefined => sameWord(bare(words).text, aboutNames) ?? synonyms[fold(bare(words).text)];

export interface AboutTable {
  readonly bullets: readonly Bullet[];
  /** Headers of columns that mean nothing. */
  readonly unknownHeaders: readonly TextSpan[];
  /** Rows that say a second time what the first one says. */
  readonly extraRows: readonly Row[];
}

const nameHeaders = new Set(["attribute", "attributes", "setting", "settings", "property", "what", "name", "key", "field", ""]);
const valueHeaders = new Set(["value", "values", "setting", "says", "is", "content", ""]);
const proseHeaders = new Set(["notes", "note", "meaning", "description", "comment", "comments", "remark", "remarks", "hint"]);

/** What the point says, each statement as a bullet; tables that name none of its attributes stay as they are: they are prose. */
export const aboutBlocks = (point: PointTree): readonly Block[] => [...point.blocks, ...point.sections.flatMap((section) => section.blocks)].flatMap(asBullets);

const asBullets = (block: Block): readonly Block[] => (block.kind === "table" && aboutTable(block)?.bullets) || [block];

/** By the table; several look at it. */
const read = new WeakMap<Table, AboutTable | null>();

/** The table's attributes; null for one that names none. */
export function aboutTable(table: Table): AboutTable | null {
  const known = read.has(table) ? read.get(table)! : (readRows(table) ?? readColumns(table));
  read.set(table, known);
  return known;
}

/** `Time zone | Europe/Dublin` in a row; the head may be such a row itself. */
function readRows(table: Table): AboutTable | null {
  const [first, second, ...more] = table.headers;
  if (!first || !second || table.rows.length === 0) return null;
  const named = table.rows.filter((row) => aboutName(row.cells[0]!) !== undefined).length;
  const heads = nameHeaders.has(keyOf(first)) && valueHeaders.has(keyOf(second));
  const isPair = heads ? named > 0 || /^attributes?$/.test(keyOf(first)) : named * 2 >= table.rows.length;
  if (!isPair) return null;
  const own = !heads && aboutName(first) !== undefined ? [bulletOf(first, second, { ...first.span, to: second.span.to })] : [];
  const rows = table.rows.filter((row) => row.cells.some((cell) => cell.text !== ""));
  return {
    bullets: [...own, ...rows.map((row) => bulletOf(row.cells[0]!, row.cells[1]!, row.span))],
    unknownHeaders: more.filter((header) => !proseHeaders.has(keyOf(header))),
    extraRows: [],
  };
}

/** `Name | Time zone | Currency` over one row. One known header among others may well be another table's: people and their language. */
function readColumns(table: Table): AboutTable | null {
  const [row, ...extraRows] = table.rows;
  const named = table.headers.filter((header) => aboutName(header) !== undefined);
  if (!row || (named.length < 2 && named.length < table.headers.length)) return null;
  const bullets = table.headers.flatMap((header, i) => (named.includes(header) && row.cells[i]!.text !== "" ? [bulletOf(header, row.cells[i]!, row.span)] : []));
  return { bullets, unknownHeaders: table.headers.filter((header) => !named.includes(header) && !proseHeaders.has(keyOf(header))), extraRows };
}

const keyOf = (header: TextSpan): string => fold(bare(header).text);

const bulletOf = (name: TextSpan, value: TextSpan, span: Bullet["span"]): Bullet => {
  const label = bare(name);
  return { kind: "bullet", words: { text: `${label.text}: ${value.text}`, span }, label, value, children: [], span };
};
