/** Rows as trees: each under the row that its parent field names. */
import type { Row } from "../api/queries.ts";

export interface Branch {
  readonly row: Row;
  readonly children: Branch[];
}

/** A row whose parent isn't there (or isn't the reader's to see) is a root; so is the first of a circle, so that none is lost. */
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

/** Whether going up from the row comes back to it, and it is the circle's first in the list. */
function closesCycle(row: Row, rows: readonly Row[], parentOf: (row: Row) => string | null): boolean {
  const byId = new Map(rows.map((r) => [r.id, r]));
  const circle = [row.id];
  for (let at = parentOf(row); at !== null && !circle.includes(at); at = parentOf(byId.get(at)!)) circle.push(at);
  const last = byId.get(circle.at(-1)!)!;
  return parentOf(last) === row.id && [...circle].sort()[0] === row.id;
}
