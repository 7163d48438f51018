/** Builds trees from rows by their parent field. */
import type { Row } from "../api/queries.ts";

export interface Branch {
  readonly row: Row;
  readonly children: Branch[];
}

/** A row is a root if its parent is missing or hidden. One row of each cycle is a root too, so that no row is lost. */
export function buildTree(rows: readonly Row[], by: string): Branch[] {
  const branches = new Map(rows.map((row) => [row.id, { row, children: [] as Branch[] }]));
  const parentOf = (row: Row): string | null => {
    const parent = row[by];
    const id = typeof parent === "object" && parent !== null ? (parent as { id?: unknown }).id : parent;
    return typeof id === "string" && branches.has(id) ? id : null;
  };
  const roots: Branch[] = [];
  for (const row of rows) {
    const parent = parentOf(row);
    const branch = branches.get(row.id)!;
    if (parent === null || closesCycle(row, rows, parentOf)) roots.push(branch);
    else branches.get(parent)!.children.push(branch);
  }
  const inOrder = (list: Branch[]): Branch[] => list.sort((a, b) => String(a.row.shownAs ?? "").localeCompare(String(b.row.shownAs ?? ""))).map((b) => (inOrder(b.children), b));
  return inOrder(roots);
}

/** Whether the row is on a cycle of parents and has the smallest id of that cycle. */
function closesCycle(row: Row, rows: readonly Row[], parentOf: (row: Row) => string | null): boolean {
  const byId = new Map(rows.map((r) => [r.id, r]));
  const circle = [row.id];
  for (let at = parentOf(row); at !== null && !circle.includes(at); at = parentOf(byId.get(at)!)) circle.push(at);
  const last = byId.get(circle.at(-1)!)!;
  return parentOf(last) === row.id && [...circle].sort()[0] === row.id;
}
