/** Reads point 9's decision tables: a section with a table whose last columns have headers like `→ result`. */
import type { Row, Section, Table, TextSpan, Tree } from "@nonet/notation";
import { isRemarks } from "../../text/remarks.ts";
import { bare, slice, spacedWords } from "../../text/split.ts";

export const columnOf = (table: string, column: string): string => `${column} of ${table}`;

export interface RawTable {
  readonly section: Section;
  readonly name: TextSpan;
  readonly table: Table;
  readonly inputs: readonly RawColumn[];
  readonly results: readonly RawColumn[];
  readonly hitPolicy: TextSpan | null;
}

export interface RawColumn {
  readonly name: TextSpan;
  readonly at: number;
}

const arrow = /^(?:→|⇒|-{1,2}>|=>|(?:result|output)\s*:)\s*/i;

export const isResultHeader = (header: TextSpan): boolean => arrow.test(bare(header).text);
export const isDecisionSection = (section: Section): boolean => section.blocks.some((block) => block.kind === "table" && block.headers.some(isResultHeader));

export function tablesIn(tree: Tree): RawTable[] {
  const point = tree.points[8];
  return point?.state === "written" ? point.sections.filter(isDecisionSection).map(rawTable) : [];
}

function rawTable(section: Section): RawTable {
  const table = section.blocks.find((block): block is Table => block.kind === "table" && block.headers.some(isResultHeader))!;
  const columns = table.headers.map((header, at) => ({ header, at }));
  const firstResult = table.headers.findIndex(isResultHeader);
  const plain = (header: TextSpan): TextSpan => bare(slice(bare(header), arrow.exec(bare(header).text)?.[0].length ?? 0));
  return {
    section,
    name: spacedWords(bare(section.title)),
    table,
    inputs: columns
      .filter(({ header, at }) => !isResultHeader(header) && !(at > firstResult && isRemarks(header) && table.rows.some((row) => !/^[–—-]?$/.test(row.cells[at]?.text ?? ""))))
      .map(({ header, at }) => ({ name: spacedWords(plain(header)), at })),
    results: columns.filter(({ header }) => isResultHeader(header)).map(({ header, at }) => ({ name: spacedWords(plain(header)), at })),
    hitPolicy: hitPolicyOf(section),
  };
}

function hitPolicyOf(section: Section): TextSpan | null {
  for (const block of section.blocks) {
    const words = block.kind === "bullet" || block.kind === "paragraph" ? block.words : null;
    const found = words && /^\**hit policy\**\s*:\**\s*/i.exec(words.text);
    if (found) return bare(slice(words, found[0].length));
  }
  return null;
}

/** The cell without emphasis around it. */
export function cellOf(row: Row, column: RawColumn): TextSpan {
  const cell = row.cells[column.at] ?? { text: "", span: row.span };
  return /^\*\*[^*]+\*\*$/.test(cell.text) ? bare(cell) : cell;
}
