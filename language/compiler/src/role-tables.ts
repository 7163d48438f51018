/** A table whose rows are roles: in point 6 `Role | Includes | Means`, in point 1 `Role | Who they are`. */
import { fold } from "@nonet/feel";
import type { Table, Words } from "@nonet/notation";
import type { RoleSaid } from "./declare-roles.ts";
import { bare, isNothing } from "./words.ts";

const includes = new Set(["includes", "include", "included", "also", "inherits"]);
const was = new Set(["was", "formerly"]);
const texts = new Set(["means", "meaning", "description", "who", "who they are", "who it is", "what they do", "does", "note", "notes", "for whom", "people", "person"]);

const keyOf = (words: Words): string => fold(bare(words).text);

/** By the table; several look at it. */
const read = new WeakMap<Table, readonly RoleSaid[] | null>();

/** Null for a table that says something else: a matrix, turned or not. */
export function roleTable(table: Table): readonly RoleSaid[] | null {
  const known = read.has(table) ? read.get(table)! : readTable(table);
  read.set(table, known);
  return known;
}

function readTable({ headers, rows }: Table): readonly RoleSaid[] | null {
  const [first, ...more] = headers;
  if (!first || more.length === 0 || !/^(?:roles?|audiences?)$/.test(keyOf(first))) return null;
  if (!more.every((header) => [includes, was, texts].some((set) => set.has(keyOf(header))))) return null;
  return rows.map((row) => {
    const cell = (of: ReadonlySet<string>): Words | null => row.cells[headers.findIndex((header, i) => i > 0 && of.has(keyOf(header)))] ?? null;
    const filled = (words: Words | null): Words | null => (words && !isNothing(words) ? words : null);
    const name = bare(row.cells[0]!);
    return { name, text: cell(texts) ?? { text: "", span: name.span }, was: filled(cell(was)), includes: filled(cell(includes)), span: row.span };
  });
}
