/** `contains(text, part)`, so that an index on the trigrams of a field can serve it. */
import type { Expression } from "@nonet/feel";
import { columnsOf } from "../../columns/columns.ts";
import { searchedIn } from "../../columns/searched-fields.ts";
import { compileAs } from "../../scope/coerce.ts";
import { entityNamed, type Scope } from "../../scope/scope.ts";
import { text } from "../../scope/type-kinds.ts";
import { patternOf } from "../../sql/like-pattern.ts";
import { ident } from "../../sql/sql-text.ts";

/** A pattern that follows from the test is tested with it: only patterns are looked up in such an index. */
export function containing(s: Scope, whole: Expression, part: Expression): string {
  const test = `strpos(${compileAs(s, whole, text)}, ${compileAs(s, part, text)}) > 0`;
  const sought = part.kind === "literal" && typeof part.value === "string" ? part.value : "";
  const isLowered = whole.kind === "call" && whole.function === "lower case";
  const field = isLowered ? whole.arguments[0]! : whole;
  const isAscii = /^[ -~]*$/.test(sought);
  // Fewer than three characters aren't in the index. Only the letters of ASCII are lowered in the same way by every locale but Turkish.
  if (sought.length < 3 || field.kind !== "path" || field.type.kind !== "string" || (isLowered && !isAscii)) return `(${test})`;
  const sql = compileAs(s, field, text);
  // The index of a search ignores accents and letter case, so it finds at least what contains the part.
  const like =
    isAscii && isSearchable(s, field, sql)
      ? `nonet.searchable(${sql}) like ${s.params.bind(patternOf(sought.toLowerCase()), "text")}`
      : `${sql} ${isLowered ? "ilike" : "like"} ${s.params.bind(patternOf(sought), "text")}`;
  const isLocaleDependent = isLowered || like.startsWith("nonet.");
  if (!isLocaleDependent) return `(${like} and ${test})`;
  // A text in ASCII has no accents, so that the pattern decides.
  const isExact = isLowered && like.startsWith("nonet.") && sought === sought.toLowerCase();
  return `((lower('I') <> 'i' or ${like}) and ${isExact ? `((lower('I') = 'i' and nonet.is_ascii(${sql})) or ${test})` : test})`;
}

/** Whether the path is read as a plain column that has the index of a search. */
function isSearchable(s: Scope, path: Expression & { readonly kind: "path" }, sql: string): boolean {
  if (path.listed || path.of.type.kind !== "record") return false;
  const entity = entityNamed(s.product, path.of.type.name);
  const column = columnsOf(s.product, entity).find((c) => c.name === path.field);
  const alias = sql.slice(0, sql.indexOf("."));
  return (
    column?.sql === "text" &&
    searchedIn(s.product, entity).has(column.name) &&
    /^[a-z0-9_]+$/.test(alias) &&
    sql.replace(/^\((.*)\)::text$/, "$1") === `${alias}.${ident(column.column)}`
  );
}
