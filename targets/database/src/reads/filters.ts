/** The conditions of a list: paths that equal a value or lie within a bound, and the words of a search. */
import type { Expression } from "@nonet/feel";
import type { Entity, Product } from "@nonet/model";
import { columnsOf } from "../columns/columns.ts";
import { compile } from "../scope/compile.ts";
import { isoText, readableText } from "../scope/conversions.ts";
import { noSpan } from "../scope/no-span.ts";
import { entityNamed, fromTable, type Scope, withVariables } from "../scope/scope.ts";
import { ownField } from "../scope/walk.ts";
import { and, ident } from "../sql/sql-text.ts";
import { fieldPredicate } from "../visibility/predicates.ts";
import type { Bound, Search } from "./list-request.ts";
import { shownText } from "./row-scope.ts";
import { wordsOf } from "./search-words.ts";

/** The records whose path has this value; "" finds those that have none. */
export function equals(product: Product, s: Scope, entity: Entity, path: Expression, value: string): string {
  const behind = value === "" ? null : throughReference(s, entity, path);
  if (behind) return behind.among((x) => equalTo(product, x, behind.rest, value));
  return equalTo(product, s, path, value);
}

/** The records whose path has a value that the reader may read. */
export function hasValue(s: Scope, path: Expression): string {
  const sql = compile(s, path);
  return path.type.kind === "list" ? `cardinality(${sql}) > 0` : `${sql} is not null`;
}

/** The records whose path lies on this side of the bound. */
export function bounded(product: Product, s: Scope, entity: Entity, bound: Bound): string {
  const behind = throughReference(s, entity, bound.path);
  return behind ? behind.among((x) => withinBound(product, x, { ...bound, path: behind.rest })) : withinBound(product, s, bound);
}

function withinBound(product: Product, s: Scope, { path, side, value, isDay }: Bound): string {
  const sql = compile(s, path);
  const text = s.params.bind(value, "text");
  const zone = (): string => s.params.bind(product.about.timeZone, "text");
  if (isDay && side === "to") return `${sql} < nonet.instant((nonet.to_date(${text}) + 1)::timestamp, ${zone()})`;
  const operator = side === "from" ? ">=" : "<=";
  switch (path.type.kind) {
    case "number":
      return `${sql} ${operator} nonet.to_numeric(${text})`;
    case "date":
      return `${sql} ${operator} nonet.to_date(${text})`;
    case "time":
      return `${sql} ${operator} nonet.to_time(${text})`;
    case "date and time":
      return `${sql} ${operator} nonet.to_instant(${text}, ${zone()})`;
    default:
      return "false";
  }
}

/**
 * A path over one stored reference, as a condition on the ids of the referenced records: `r.item in (select …)` uses
 * indexes of both tables, which a subquery per row can't. With the reader's visibility, like the path itself.
 */
function throughReference(s: Scope, entity: Entity, path: Expression, row = "r"): { readonly rest: Expression; readonly among: (test: (inner: Scope) => string) => string } | null {
  if (
    path.kind !== "path" ||
    path.listed ||
    path.of.kind !== "path" ||
    path.of.listed ||
    path.of.of.kind !== "variable" ||
    path.of.of.name !== "this" ||
    path.of.type.kind !== "record"
  )
    return null;
  const first = path.of;
  const field = entity.fields.find((f) => f.name === first.field);
  if (field?.type.kind !== "reference" || field.computed !== null) return null;
  const target = entityNamed(s.product, field.type.entity);
  const inner = target.fields.find((f) => f.name === path.field);
  if (inner?.computed) return null;
  const x = s.params.alias("b");
  const rest: Expression = { ...path, of: { kind: "variable", name: "this", type: first.type, nullable: false, span: noSpan } };
  const may = s.visibility ? fieldPredicate(s, entity, row, field.name, true) : "true";
  return {
    rest,
    among: (test) =>
      and([
        may,
        `${row}.${ident(field.column)} in (select ${x}.id from ${fromTable(target, x)} where ${test(withVariables(s, ["this", { kind: "row", entity: target, alias: x }]))})`,
      ]),
  };
}

function equalTo(product: Product, s: Scope, path: Expression, value: string): string {
  const direct = value === "" ? null : directReference(s, path);
  // The column is compared by itself, so that its index is used.
  if (direct)
    return and([
      `${compile({ ...s, visibility: { ...s.visibility!, ofReader: false } }, path)} = nonet.to_uuid(${s.params.bind(value, "text")})`,
      `${compile(s, path)} is not null`,
    ]);
  const sql = compile(s, path);
  if (value === "") return `${sql} is null`;
  const text = s.params.bind(value, "text");
  const type = path.type;
  switch (type.kind) {
    case "record":
      return `${sql} = nonet.to_uuid(${text})`;
    case "number":
      return `${sql} = nonet.to_numeric(${text})`;
    case "boolean":
      return `${sql} = nonet.json_boolean(to_jsonb(${text}))`;
    case "date":
      return `${sql} = nonet.to_date(${text})`;
    case "time":
      return `${sql} = nonet.to_time(${text})`;
    case "date and time":
      return `${sql} = nonet.to_instant(${text}, ${s.params.bind(product.about.timeZone, "text")})`;
    case "list":
      return type.of.kind === "record" ? `nonet.to_uuid(${text}) = any(${sql})` : `${text} = any(${sql})`;
    default:
      return `${isoText(sql, type)} = ${text}`;
  }
}

/** A reference of the row itself, where the reader's visibility of the referenced record matters. */
const directReference = (s: Scope, path: Expression): boolean => s.visibility?.ofReader === true && path.type.kind === "record" && ownField(path) !== null;

/** Every word must occur in one of the paths. A referenced record is searched by what it is shown as. */
export function searchConditions(s: Scope, entity: Entity, search: Search): string[] {
  const textOf = (own: Scope, path: Expression): string =>
    path.type.kind === "record" ? shownText(own, path) : path.type.kind === "string" ? compile(own, path) : readableText(own, compile(own, path), path.type);
  return wordsOf(search.text).map((word, i) => {
    const bound = s.params.bind(word, "text");
    const holds = (text: string): string => foundIn(searchable(text), bound, search.similar?.[i] === true);
    // Without a searchable text nothing is found.
    if (search.paths.length === 0) return "false";
    if (search.paths.length === 1) return holds(textOf(s, search.paths[0]!));
    // Each path in a subquery of its own, so that each uses its index; an `or` would read every row.
    return `r.id = any(array(${search.paths.map((path) => matchingIds(s, entity, path, (own, sought, alias) => holds(plainText(own, sought, alias) ?? textOf(own, sought)))).join(" union all ")}))`;
  });
}

/** PostgreSQL inlines `nonet.searchable` where the text costs little; elsewhere the function in PL/pgSQL takes less time. */
const searchable = (text: string): string => (/\bselect\b|\bnonet\./.test(text) ? `nonet.without_accents(${text})` : `nonet.searchable(${text})`);

/** The operators find candidates by the index. What depends on the word alone is evaluated once. */
const foundIn = (text: string, word: string, similar: boolean): string =>
  similar
    ? `(${text} like (select nonet.search_pattern(${word})) or ((select nonet.searchable(${word})) <% ${text} and nonet.resembles(${text}, (select nonet.searchable(${word})))))`
    : `${text} like (select nonet.search_pattern(${word}))`;

/** The ids of the records for which the test of one path holds. The caller checks whether the record may be read. */
function matchingIds(s: Scope, entity: Entity, path: Expression, test: (own: Scope, path: Expression, alias: string) => string): string {
  const f = s.params.alias("f");
  if (s.visibility) s.readable.add(f);
  const own = withVariables(s, ["this", { kind: "row", entity, alias: f }]);
  const behind = throughReference(own, entity, path, f);
  if (behind) return `select ${f}.id from ${fromTable(entity, f)} where ${behind.among((x) => test(x, behind.rest, ""))}`;
  const name = ownField(path);
  // As a separate condition, which leaves the test to its index.
  const may = s.visibility && name !== null && plainText(own, path, f) !== null ? fieldPredicate(s, entity, f, name, true) : "true";
  return `select ${f}.id from ${fromTable(entity, f)} where ${and([may, test(own, path, f)])}`;
}

/** The column, where the path is a stored text of the row itself. */
function plainText(s: Scope, path: Expression, alias: string): string | null {
  const name = alias === "" ? null : ownField(path);
  const of = path.kind === "path" && path.of.type.kind === "record" ? entityNamed(s.product, path.of.type.name) : null;
  const column = of && columnsOf(s.product, of).find((c) => c.name === name);
  return column?.sql === "text" ? `${alias}.${ident(column.column)}` : null;
}
