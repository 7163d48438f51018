/** Finds the columns of a table by their headers, in any order and with synonyms. */
import { fold } from "@nonet/feel";
import type { Row, Table, TextSpan } from "../tree/tree.ts";

/** Synonyms of headers, folded. A header that is exactly one of the requested names is never a synonym for another one. */
export const headerSynonyms: Readonly<Record<string, readonly string[]>> = {
  Route: ["path", "url", "address", "link"],
  Screen: ["page", "screen name", "view", "name", "title"],
  Shows: ["kind", "content", "contents", "what it shows", "what", "displays"],
  For: ["who", "role", "roles", "for whom", "audience", "who may", "users", "used by", "who sees it", "visible to", "for roles"],
  Menu: ["in menu", "in the menu"],
  From: ["current state", "start state", "from state", "state", "source state", "old state", "before", "state before", "current status", "status"],
  Action: ["trigger", "event", "transition", "step", "what happens", "button"],
  To: ["next state", "target state", "new state", "end state", "to state", "after", "state after", "becomes", "new status", "next status", "result"],
  Who: ["role", "roles", "actor", "by", "by whom", "who may", "performed by", "done by", "allowed for", "permitted for", "person"],
  When: ["guard", "condition", "if", "only when", "raised when", "precondition", "preconditions", "conditions", "guards", "provided that"],
  Then: ["effects", "side effects", "effect", "side effect", "does", "consequences", "consequence", "what follows", "also", "and then"],
  Rule: ["name", "validation", "validation rule", "rule name", "title"],
  Entity: ["on", "for", "record", "applies to", "about", "concerns", "object", "record type", "subject"],
  "Must hold": ["condition", "constraint", "check", "must be true", "expression", "must apply", "always true", "statement", "what must hold", "requirement", "what must be true"],
  Otherwise: ["error", "code", "error code", "else", "if not", "or else", "if violated", "when violated", "if broken", "violation", "refused with", "on failure"],
  Code: ["error", "error code", "name", "identifier"],
  Status: ["http", "http status", "status code", "http code", "http status code", "response", "response code"],
  Message: [
    "text",
    "error message",
    "user message",
    "message to the user",
    "what the person reads",
    "what people read",
    "what the user sees",
    "what users see",
    "what people see",
    "wording",
    "shown text",
  ],
  Help: ["hint", "way out", "advice", "what to do", "remedy", "next step", "solution", "how to fix it"],
  Date: ["day", "holiday", "holidays", "public holiday", "public holidays", "closed", "closed on"],
  Name: ["holiday", "function", "constant", "limit", "key", "constant or limit", "parameter", "variable", "term"],
  Value: ["formula", "expression", "amount", "setting", "current value"],
  Meaning: ["description", "notes", "note", "comment", "comments", "remark", "remarks", "explanation", "what it means"],
  Unit: ["units"],
  Source: ["where from", "reference"],
};

export interface Columns {
  /** The index of the column, by canonical name. */
  readonly positions: ReadonlyMap<string, number>;
  /** Headers that match none of the requested names. */
  readonly unknown: readonly TextSpan[];
  /** Headers of further columns with the same name. */
  readonly doubled: readonly TextSpan[];
  /** The cell of a row in the named column; null if the table has no such column. */
  cell(row: Row, name: string): TextSpan | null;
}

/** Finds the named columns (`From`, `Action`, …) of a table. `more`: headers of this kind of table only, by the name for which they stand. */
export function columnsOf(table: Table, names: readonly string[], more: Readonly<Record<string, readonly string[]>> = {}): Columns {
  const positions = new Map<string, number>();
  const unknown: TextSpan[] = [];
  const doubled: TextSpan[] = [];
  const exact = new Set(table.headers.map((h) => fold(plainHeader(h))));
  table.headers.forEach((header, position) => {
    const ofKind = names.find((one) => !exact.has(fold(one)) && more[one]?.includes(fold(plainHeader(header))));
    const name = canonicalHeader(plainHeader(header), names, exact) ?? ofKind ?? explainedHeader(plainHeader(header), names, exact);
    if (name === undefined && isNumbering(table, position)) return;
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

/** Which of the names a header stands for. `taken`: the folded headers of the table, because an exact header takes precedence over a synonym. */
export function canonicalHeader(header: string, names: readonly string[], taken: ReadonlySet<string> = new Set()): string | undefined {
  const folded = fold(header);
  const exact = names.find((name) => fold(name) === folded);
  if (exact !== undefined) return exact;
  return names.find((name) => !taken.has(fold(name)) && headerSynonyms[name]?.includes(folded));
}

/** `When` of `When (guard)`: what stands in parentheses must mean the same. `Value (days)` says more than `Value`. */
function explainedHeader(header: string, names: readonly string[], taken: ReadonlySet<string>): string | undefined {
  const [, name, remark] = /^(.*\S)\s*\(([^()]*)\)$/.exec(header) ?? [];
  const found = name === undefined ? undefined : canonicalHeader(name, names, taken);
  return found !== undefined && [...(headerSynonyms[found] ?? []), "optional", "state", "states"].includes(fold(remark!)) ? found : undefined;
}

/** A column `#` or `No.` that only numbers the rows: `1`, `R-02`. */
const isNumbering = (table: Table, position: number): boolean =>
  /^(?:#|no\.?|nr\.?|№|id)$/i.test(plainHeader(table.headers[position]!)) &&
  table.rows.every((row) => /^(?:\**(?:\p{L}{1,4}[-. ]?)?\d{1,4}(?:\.\d{1,3})*\.?\**)?$/u.test(row.cells[position]?.text ?? ""));

const plainHeader = (header: TextSpan): string => header.text.replace(/^(\*\*|__|\*|_)(.*)\1$/, "$2");
