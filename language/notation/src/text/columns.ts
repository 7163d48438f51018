/** Finds a table's columns by their headers, in any order and in people's own words. */
import { fold } from "@nonet/feel";
import type { Row, Table, TextSpan } from "../tree/tree.ts";

/** Other words for a header, folded. A header that is itself one of the names looked for is never taken as a synonym. */
export const headerSynonyms: Readonly<Record<string, readonly string[]>> = {
  Route: ["path", "url", "address"],
  Screen: ["page", "screen name", "view", "name", "title"],
  Shows: ["kind", "content", "contents", "what it shows", "what", "displays"],
  For: ["who", "role", "roles", "for whom", "audience", "who may"],
  Menu: ["in menu", "in the menu"],
  From: ["current state", "start state", "from state", "state", "source state"],
  Action: ["trigger", "event", "transition"],
  To: ["next state", "target state", "new state", "end state", "to state"],
  Who: ["role", "roles", "actor", "by", "by whom", "who may"],
  When: ["guard", "condition", "if", "only when", "raised when"],
  Then: ["effects", "side effects", "effect", "side effect", "does"],
  Rule: ["name", "validation", "validation rule"],
  Entity: ["on", "for", "record"],
  "Must hold": ["condition", "constraint", "check", "must be true", "expression"],
  Otherwise: ["error", "code", "error code", "else", "if not"],
  Code: ["error", "error code", "name"],
  Status: ["http", "http status", "status code", "http code"],
  Message: ["text", "error message"],
  Help: ["hint", "way out"],
  Name: ["constant", "limit", "key", "constant or limit"],
  Value: ["amount", "setting"],
  Meaning: ["description", "notes", "note", "comment", "what it means"],
  Unit: ["units"],
  Source: ["where from", "reference"],
};

export interface Columns {
  /** Canonical name → position. */
  readonly positions: ReadonlyMap<string, number>;
  /** Headers that none of the names looked for fits. */
  readonly unknown: readonly TextSpan[];
  /** Headers for a name that an earlier column has already. */
  readonly doubled: readonly TextSpan[];
  /** The row's cell in the column of that name; null where the table has no such column. */
  cell(row: Row, name: string): TextSpan | null;
}

/** Looks for the named columns (`From`, `Action`, …) among the table's headers. */
export function columnsOf(table: Table, names: readonly string[]): Columns {
  const positions = new Map<string, number>();
  const unknown: TextSpan[] = [];
  const doubled: TextSpan[] = [];
  const exact = new Set(table.headers.map((h) => fold(plainHeader(h))));
  table.headers.forEach((header, position) => {
    const name = canonicalHeader(plainHeader(header), names, exact);
    if (name === undefined) unknown.push(header);
    else if (positions.has(name)) doubled.push(header);
    else positions.set(name, position);
  });
  const cell = (row: Row, name: string): TextSpan | null => {
    const position = positions.get(name);
    return position === undefined ? null : (row.cells[position] ?? null);
  };
  return { positions, unknown, doubled, cell };
}

/** Which of the names a header stands for. `taken`: the folded headers of the table, since an exact header outranks a synonym for the same name. */
export function canonicalHeader(header: string, names: readonly string[], taken: ReadonlySet<string> = new Set()): string | undefined {
  const folded = fold(header);
  const exact = names.find((name) => fold(name) === folded);
  if (exact !== undefined) return exact;
  return names.find((name) => !taken.has(fold(name)) && headerSynonyms[name]?.includes(folded));
}

const plainHeader = (header: TextSpan): string => header.text.replace(/^(\*\*|__|\*|_)(.*)\1$/, "$2");
