/** The table `### Translations` of point 1: the document's texts in the first column, a language in each other one. */
import { fold } from "@nonet/feel";
import type { Block, PointTree, Section, Table, TextSpan, Tree } from "@nonet/notation";
import { languageTag } from "../text/languages.ts";
import { bare } from "../text/split.ts";

export interface TranslationCell {
  readonly text: TextSpan;
  /** The tag of the column's language; undefined if there is no such language. */
  readonly language: string | undefined;
  readonly translation: TextSpan;
}

export const isTranslations = (section: Section): boolean => /^translations?$/.test(fold(bare(section.title).text));

export const translationBlocks = (point: PointTree): readonly Block[] => point.sections.filter(isTranslations).flatMap((section) => section.blocks);

/** The headers that name languages. */
export const languageHeaders = (table: Table): readonly TextSpan[] => table.headers.slice(1);

/** Cached by table. */
const read = new WeakMap<Table, readonly TranslationCell[]>();

/** The cells of the table in order; empty ones are left out. */
export function translationCells(table: Table): readonly TranslationCell[] {
  const known = read.get(table);
  if (known) return known;
  const languages = table.headers.map((header) => languageTag(header.text));
  const cells = table.rows.flatMap((row) =>
    row.cells
      .slice(1)
      .flatMap((translation, i) => (translation.text === "" || row.cells[0]!.text === "" ? [] : [{ text: bare(row.cells[0]!), language: languages[i + 1], translation }])),
  );
  read.set(table, cells);
  return cells;
}

/** The translations of one text, such as a message of point 8. */
export const translationsOf = (tree: Tree, text: string): readonly TranslationCell[] =>
  translationBlocks(tree.points[0]!).flatMap((block) => (block.kind === "table" ? translationCells(block).filter((cell) => cell.text.text === text) : []));
