/** Finds the columns that the SQL text of a constraint or an index names, and renames them in it. */
import { ident } from "./sql-text.ts";

/** Matches what looks like a name and isn't one first: literals, casts, and the keywords of constraints and indexes. */
const keywords =
  /'(?:[^']|'')*'|::\s*"?\w+"?|\bnulls (?:first|last)\b|\busing \w+|\bnot valid\b|\binitially deferred\b|\bgin_trgm_ops\b|\bnonet\.|"(?:[^"]|"")+"|[a-z_][a-z0-9_]*(?!\w|\s*\()/g;

/** `rename` returns the SQL that replaces a column's name; undefined leaves the name as it is. */
function eachName(sql: string, rename: (name: string) => string | undefined): string {
  return sql.replace(keywords, (word) => rename(word) ?? word);
}

export function mentions(sql: string, columns: Iterable<string>): boolean {
  const sought = new Set([...columns].map(ident));
  let found = false;
  eachName(sql, (name) => void (found ||= sought.has(name)));
  return found;
}

/** `names`: the new name of each column; null where the column doesn't exist yet, and then the result is null too. */
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
