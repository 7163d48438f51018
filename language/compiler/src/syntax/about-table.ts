/** Point 1 as bullets. A table of its attributes, in rows (`Attribute | Value`) or in columns, is read as the same bullets. */
import { fold } from "@nonet/feel";
import type { Block, Bullet, PointTree, Row, Table, TextSpan } from "@nonet/notation";
import { sameWord } from "../text/same-word.ts";
import { bare } from "../text/split.ts";
import { isTranslations } from "./translation-table.ts";

export const aboutNames: readonly string[] = ["Name", "Language", "Time zone", "Currency", "Sign-in", "Colour", "Logo", "Origins", "API address"];
const synonyms: Readonly<Record<string, string>> = {
  color: "Colour",
  timezone: "Time zone",
  login: "Sign-in",
  origin: "Origins",
  cors: "Origins",
  "allowed origins": "Origins",
  api: "API address",
  "api path": "API address",
  "address of the api": "API address",
  "product name": "Name",
};

/** The attribute of point 1 that the words name. */
export const aboutName = (words: TextSpan): string | undefined => sameWord(bare(words).text, aboutNames) ?? synonyms[fold(bare(words).text)];

export interface AboutTable {
  readonly bullets: readonly Bullet[];
  /** Headers that aren't known. */
  readonly unknownHeaders: readonly TextSpan[];
  /** Rows after the first in a table whose columns are attributes. */
  readonly extraRows: readonly Row[];
}

const nameHeaders = new Set(["attribute", "attributes", "setting", "settings", "property", "what", "name", "key", "field", ""]);
const valueHeaders = new Set(["value", "values", "setting", "says", "is", "content", ""]);
const proseHeaders = new Set(["notes", "note", "meaning", "description", "comment", "comments", "remark", "remarks", "hint"]);

/** The point's blocks with each table of attributes as bullets. Other tables stay as they are: they are prose. */
export const aboutBlocks = (point: PointTree): readonly Block[] =>
  [...point.blocks, ...point.sections.flatMap((section) => (isTranslations(section) ? [] : section.blocks))].flatMap(asBullets);

function asBullets(block: Block): readonly Block[] {
  if (block.kind === "table") return aboutTable(block)?.bullets ?? [block];
  // `- For whom:` above the roles says what they are.
  const isLabel = block.kind === "bullet" && block.value?.text === "" && block.label !== null && audienceLabel.test(block.label.text);
  return isLabel && block.children.every((child) => child.kind === "bullet") ? block.children : [block];
}

/** Labels of lists of audiences. */
export const audienceLabel = /\b(?:whom|who|audiences?|users?|people|persons|roles?|actors?|stakeholders|groups?|team|staff)\b/i;

/** Cached by table. */
const read = new WeakMap<Table, AboutTable | null>();

/** The table's attributes; null if it names none. */
export function aboutTable(table: Table): AboutTable | null {
  const known = read.has(table) ? read.get(table)! : (readRows(table) ?? readColumns(table));
  read.set(table, known);
  return known;
}

/** `Time zone | Europe/Dublin` in a row. The header may be such a row itself. */
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

/** `Name | Time zone | Currency` above one row. A single known header among others can belong to another table, such as people and their language. */
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
