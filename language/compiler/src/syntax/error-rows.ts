/** Reads point 8's errors, in tables or bullets. */
import { after, type Block, type Bullet, columnsOf, findTop, type Table, type TextSpan, type Tree, before as untilOffset } from "@nonet/notation";
import type { Span } from "@nonet/source";

export const errorColumns = ["Code", "Status", "Message", "When", "Help"] as const;

export interface RawError {
  readonly code: TextSpan;
  readonly status: TextSpan | null;
  readonly message: TextSpan | null;
  readonly when: TextSpan | null;
  readonly help: TextSpan | null;
  readonly span: Span;
}

export function errorBlocks(tree: Tree): readonly Block[] {
  const point = tree.points[7];
  if (!point || point.state !== "written") return [];
  return [...point.blocks, ...point.sections.flatMap((section) => section.blocks)];
}

export function errorsIn(tree: Tree): RawError[] {
  return errorBlocks(tree).flatMap((block): readonly RawError[] => {
    if (block.kind === "table") return tableErrors(block);
    return block.kind === "bullet" ? [bulletError(block)].filter((raw) => raw !== null) : [];
  });
}

/** Cached by table. */
const read = new WeakMap<Table, readonly RawError[]>();

function tableErrors(table: Table): readonly RawError[] {
  const known = read.get(table) ?? readErrors(table);
  read.set(table, known);
  return known;
}

function readErrors(table: Table): RawError[] {
  const columns = columnsOf(table, errorColumns);
  if (!columns.positions.has("Code")) return [];
  return table.rows.map((row) => ({
    code: columns.cell(row, "Code")!,
    status: columns.cell(row, "Status"),
    message: columns.cell(row, "Message"),
    when: columns.cell(row, "When"),
    help: columns.cell(row, "Help"),
    span: row.span,
  }));
}

/** `- ITEM_TAKEN: 409, {item.name} is already taken.` */
function bulletError(bullet: Bullet): RawError | null {
  if (!bullet.label || !bullet.value) return null;
  const comma = findTop(bullet.value.text, /,/);
  const status = comma ? untilOffset(bullet.value, comma.index) : bullet.value;
  return { code: bullet.label, status, message: comma ? after(bullet.value, comma.index + 1) : null, when: null, help: null, span: bullet.span };
}
