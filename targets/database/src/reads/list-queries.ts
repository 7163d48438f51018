/** Lists of records and their counts, restricted to what the reader may see. */
import type { Expression } from "@nonet/feel";
import type { Entity, Product } from "@nonet/model";
import { compile, condition } from "../scope/compile.ts";
import { joining, joinsOf } from "../scope/joined-references.ts";
import { noSpan } from "../scope/no-span.ts";
import { asWrittenByReader, entityNamed, fromTable, ofDocument, type Scope, withVariables } from "../scope/scope.ts";
import type { Query, Reader } from "../sql/query.ts";
import { and } from "../sql/sql-text.ts";
import { cachedStatement } from "../sql/statement-cache.ts";
import { recordPredicate } from "../visibility/predicates.ts";
import { bounded, equals, searchConditions } from "./filters.ts";
import type { ListOptions } from "./list-request.ts";
import { recordAnswer, recordJson } from "./record-json.ts";
import { rowScope } from "./row-scope.ts";
import { wordsOf } from "./search-words.ts";
import { patternOf } from "../sql/like-pattern.ts";
import { afterCursor, type Key, sortKeys } from "./sort-keys.ts";

/** Rows `{id, version, record, keys}`. Pass the limit plus one to know whether there are more. */
export function listQuery(product: Product, reader: Reader, ask: ListOptions): Query {
  return cachedList(product, "list", reader, ask, listOf);
}

function listOf(product: Product, reader: Reader, ask: ListOptions): Query {
  const { s, entity, where } = listScope(product, reader, ask);
  const keys = sortKeys(product, asWrittenByReader(s), entity, ask);
  const limit = Math.max(0, Math.trunc(ask.limit));
  const withJoins = joining(s, "r");
  const record = ask.highlight?.length ? `${recordJson(withJoins, entity, "r", ask.fields)}${highlighted(s, ask.highlight)}` : recordAnswer(withJoins, entity, "r", ask.fields);
  const joins = joinsOf(withJoins);
  const wanted = `r.id, r.version, ${record} as record, jsonb_build_array(${keys.map((k) => `(${k.sql})::text`).join(", ")}) as keys`;
  const order = inOrder(keys, (k) => k.sql);
  const page = (more: string, behind: string): string => {
    const rows = `from ${fromTable(entity, "r")} where ${and([...where, behind])} order by ${order} limit ${limit}`;
    // The page is selected first, and joins are made for its rows only.
    return joins === "" ? `select ${wanted}${more} ${rows}` : `select ${wanted}${more} from (select r.* ${rows}) r${joins} order by ${order}`;
  };
  const stretches = ask.after ? afterCursor(s, keys, ask.after) : ["true"];
  if (stretches.length === 1) return s.params.query(page("", stretches[0]!));
  const typed = keys.map((k, i) => `, ${k.sql} as o${i}`).join("");
  return s.params.query(
    `select x.id, x.version, x.record, x.keys from (${stretches.map((behind, n) => `(${page(`, ${n} as stretch${typed}`, behind)})`).join(" union all ")}) x order by x.stretch, ${inOrder(keys, (_, i) => `x.o${i}`)} limit ${limit}`,
  );
}

const inOrder = (keys: readonly Key[], sql: (k: Key, i: number) => string): string => keys.map((k, i) => `${sql(k, i)} ${k.descending ? "desc" : "asc"} nulls last`).join(", ");

function highlighted(s: Scope, highlight: NonNullable<ListOptions["highlight"]>): string {
  const cases = highlight.map((h) => `when ${condition(ofDocument(s), h.when)} then ${s.params.bind(h.colour, "text")}`);
  return ` || jsonb_build_object('_highlight', case ${cases.join(" ")} end)`;
}

/** One row `{count: string}`. */
export function countQuery(product: Product, reader: Reader, ask: ListOptions): Query {
  return cachedList(product, "count", reader, { ...ask, sort: [], limit: 0, fields: [], highlight: [], after: undefined } as ListOptions, countOf);
}

/** The shape of a list is everything but the compared values. A list with a condition of the request itself isn't cached. */
function cachedList(product: Product, what: string, reader: Reader, ask: ListOptions, make: (product: Product, reader: Reader, ask: ListOptions) => Query): Query {
  if (ask.where) return unprepared(make(product, reader, ask));
  const equals = ask.equals ?? [];
  const bounds = ask.bounds ?? [];
  const words = wordsOf(ask.search?.text);
  const after = ask.after?.map((v) => v ?? null);
  const key = [
    what,
    ask.entity,
    ask.screenWhere,
    equals.map(({ path, value }) => [path, value === ""]),
    bounds.map(({ path, side, isDay }) => [path, side, isDay]),
    words.length,
    ask.search?.paths,
    ask.sort?.map((s) => [s.expression, s.descending]),
    ask.limit,
    after?.map((v) => v === null),
    ask.fields,
    ask.highlight,
    ask.inList && [ask.inList.entity, ask.inList.field],
    ask.holding,
  ];
  const values = {
    ...Object.fromEntries([
      ...equals.map(({ value }, i) => [`= ${i}`, value]),
      ...bounds.map(({ value }, i) => [`bound ${i}`, value]),
      ...words.map((w, i) => [`word ${i}`, patternOf(w)]),
      ...(after ?? []).map((v, i) => [`after ${i}`, v]),
    ]),
    of: ask.inList?.id,
  };
  return cachedStatement(product, key, { reader, variables: ask.variables ?? {}, values }, (to) => {
    const slot = (name: string): string => (to.values as Record<string, unknown>)[name] as string;
    return make(product, to.reader, {
      ...ask,
      variables: to.variables,
      ...(ask.equals ? { equals: equals.map(({ path, value }, i) => ({ path, value: value === "" ? "" : slot(`= ${i}`) })) } : {}),
      ...(ask.bounds ? { bounds: bounds.map((bound, i) => ({ ...bound, value: slot(`bound ${i}`) })) } : {}),
      ...(ask.search ? { search: { text: words.map((_, i) => slot(`word ${i}`)), paths: ask.search.paths } } : {}),
      ...(after ? { after: after.map((v, i) => (v === null ? null : slot(`after ${i}`))) } : {}),
      ...(ask.inList ? { inList: { ...ask.inList, id: slot("of") } } : {}),
    });
  });
}

/** A statement that isn't prepared by name. */
const unprepared = ({ text, values }: Query): Query => ({ name: "", text, values });

function countOf(product: Product, reader: Reader, ask: ListOptions): Query {
  const { s, entity, where } = listScope(product, reader, ask);
  return s.params.query(`select count(*)::text as count from ${fromTable(entity, "r")} where ${and(where)}`);
}

function listScope(product: Product, reader: Reader, ask: ListOptions): { s: Scope; entity: Entity; where: string[] } {
  const { s, entity, may } = rowScope(product, reader, ask.entity, ask.variables);
  const where = [may];
  if (entity.deleting.allowed === "archives") where.push("r.archived_at is null");
  if (ask.inList) where.push(inList(s, entity, ask.inList));
  if (ask.holding) where.push(`r.active and exists (select 1 from nonet.user_role h where h.user_id = r.id and h.role = any(${s.params.bind(ask.holding, "text[]")}))`);
  if (ask.screenWhere) where.push(condition(ofDocument(s), ask.screenWhere));
  const written = asWrittenByReader(s);
  if (ask.where) where.push(condition(written, ask.where));
  for (const { path, value } of ask.equals ?? []) where.push(equals(product, written, entity, path, value));
  for (const bound of ask.bounds ?? []) where.push(bounded(product, written, entity, bound));
  if (ask.search) where.push(...searchConditions(written, entity, ask.search));
  return { s, entity, where };
}

/** The related list, with the reader's visibility: rows that they may not read are left out. */
function inList(s: Scope, entity: Entity, list: NonNullable<ListOptions["inList"]>): string {
  const whole = entityNamed(s.product, list.entity);
  const w = s.params.alias("w");
  const self: Expression = { kind: "variable", name: "whole", type: { kind: "record", name: whole.name }, nullable: false, span: noSpan };
  const inner = withVariables(s, ["whole", { kind: "row", entity: whole, alias: w }]);
  const records = compile(inner, {
    kind: "path",
    of: self,
    field: list.field,
    listed: false,
    type: { kind: "list", of: { kind: "record", name: entity.name } },
    nullable: true,
    span: noSpan,
  });
  return `exists (select 1 from ${fromTable(whole, w)} where ${w}.id = ${s.params.bind(list.id, "uuid")} and ${recordPredicate(s, whole, w)} and r.id = any(${records}))`;
}
