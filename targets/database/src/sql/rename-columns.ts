/** Columns in the text of what ties a table or orders it: which are named there, and the same text with other names. */
import { ident } from "./sql-text.ts";

/** What looks like a name and is none stands first: literals, casts, and the words of an index's and a constraint's own language. */
const words = /'(?:[^']|'')*'|::\s*"?\w+"?|\bnulls (?:first|last)\b|\busing \w+|\bnot valid\b|\binitially deferred\b|\bgin_trgm_ops\b|"(?:[^"]|"")+"|[a-z_][a-z0-9_]*(?!\w|\s*\()/g;

/** `rename` gives the name that takes a column's place, as it stands in SQL; undefined: it stays. */
function eachName(sql: string, rename: (name: string) => string | undefined): string {
  return sql.replace(words, (word) => rename(word) ?? word);
}

export function mentions(sql: string, columns: Iterable<string>): boolean {
  const sought = new Set([...columns].map(ident));
  let found = false;
  eachName(sql, (name) => void (found ||= sought.has(name)));
  return found;
}

/** `names`: from a column's name to the one that stands for it; null: none does yet, and then neither does the text. */
export function renamed(sql: string, names: ReadonlyMap<string, string | null>): string | null {
  const known = new Map([...names].map(([from, to]) => [ident(from), to === null ? null : ident(to)]));
  let lacking = false;
  const text = eachName(sql, (name) => {
    const to = known.get(name);
    if (to === null) lacking = true;
    return to ?? undefined;
  });
  return lacking ? null : text;
}
