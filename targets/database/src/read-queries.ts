/** Lists, counts and single records, with the reader's permission inside. */
import type { Entity, Product } from "@nonet/model";
import type { Expression, Type } from "@nonet/feel";
import { columnsOf, sqlType } from "./columns.ts";
import { compile, compileAs, condition } from "./compile-expression.ts";
import { entityNamed, fromTable, makeScope, withVariables, type Scope } from "./compile-scope.ts";
import { isoText, readableText } from "./convert.ts";
import { pathExpression } from "./path-expression.ts";
import { ownField } from "./asked-of-entity.ts";
import { orderKey } from "./order-key.ts";
import { kept } from "./open-values.ts";
import { joining, joinsOf } from "./joined-references.ts";
import { recordAnswer, recordJson, shownAs } from "./record-json.ts";
import { fieldPredicate, recordPredicate } from "./sight.ts";
import { remembered } from "./remembered.ts";
import { and, ident, or } from "./sql-text.ts";
import type { Query, Reader, Variables } from "./query.ts";

export interface ListAsk {
  readonly entity: string;
  readonly where?: Expression;
  readonly screenWhere?: Expression;
  /** Dotted JSON keys to text. "" asks for null. */
  readonly equals?: Readonly<Record<string, string>>;
  /** `text` as a list: the patterns, made already. */
  readonly search?: { readonly text: string | readonly string[]; readonly paths: readonly Expression[] };
  /** Empty: the entity's own sort, else newest first (default 9). */
  readonly sort?: readonly { readonly expression: Expression; readonly descending: boolean }[];
  readonly limit: number;
  /** The `keys` of the last row seen. */
  readonly after?: readonly (string | null)[];
  /** Dotted JSON keys; absent: all that the reader may see. */
  readonly fields?: readonly string[];
  /** The first that holds for a row gives its colour, as `_highlight`. */
  readonly highlight?: readonly { readonly colour: string; readonly when: Expression }[];
  /** Only people who hold one of these roles. */
  readonly holding?: readonly string[];
  /** Only the records in a list of this one: a related list. */
  readonly inList?: { readonly entity: string; readonly id: string; readonly field: string };
  /** Values for variables that `where`s use besides `me`. */
  readonly variables?: Variables;
}

/** Rows `{record, keys}`; ask for limit + 1 to know whether there is more. */
export function listQuery(product: Product, reader: Reader, ask: ListAsk): Query {
  return rememberedList(product, "list", reader, ask, listOf);
}

function listOf(product: Product, reader: Reader, ask: ListAsk): Query {
  const { s, entity, where } = listScope(product, reader, ask);
  const keys = sortKeys(product, s, entity, ask);
  const limit = Math.max(0, Math.trunc(ask.limit));
  const beside = joining(s, "r");
  const record = ask.highlight?.length ? `${recordJson(beside, entity, "r", ask.fields)}${highlighted(s, ask.highlight)}` : recordAnswer(beside, entity, "r", ask.fields);
  const joins = joinsOf(beside);
  const wanted = `${record} as record, jsonb_build_array(${keys.map((k) => `(${k.sql})::text`).join(", ")}) as keys`;
  const order = inOrder(keys, (k) => k.sql);
  const page = (more: string, behind: string): string => {
    const rows = `from ${fromTable(entity, "r")} where ${and([...where, behind])} order by ${order} limit ${limit}`;
    // The page is found first: nothing is joined to what isn't on it.
    return joins === "" ? `select ${wanted}${more} ${rows}` : `select ${wanted}${more} from (select r.* ${rows}) r${joins} order by ${order}`;
  };
  const stretches = ask.after ? afterCursor(s, keys, ask.after) : ["true"];
  if (stretches.length === 1) return s.params.query(page("", stretches[0]!));
  const typed = keys.map((k, i) => `, ${k.sql} as o${i}`).join("");
  return s.params.query(
    `select x.record, x.keys from (${stretches.map((behind, n) => `(${page(`, ${n} as stretch${typed}`, behind)})`).join(" union all ")}) x order by x.stretch, ${inOrder(keys, (_, i) => `x.o${i}`)} limit ${limit}`,
  );
}

const inOrder = (keys: readonly Key[], sql: (k: Key, i: number) => string): string => keys.map((k, i) => `${sql(k, i)} ${k.descending ? "desc" : "asc"} nulls last`).join(", ");

function highlighted(s: Scope, highlight: NonNullable<ListAsk["highlight"]>): string {
  const cases = highlight.map((h) => `when ${condition(s, h.when)} then ${s.params.bind(h.colour, "text")}`);
  return ` || jsonb_build_object('_highlight', case ${cases.join(" ")} end)`;
}

/** One row `{count: string}`. */
export function countQuery(product: Product, reader: Reader, ask: ListAsk): Query {
  return rememberedList(product, "count", reader, { ...ask, sort: [], limit: 0, fields: [], highlight: [], after: undefined } as ListAsk, countOf);
}

/** A list's shape is all of it but the values compared with; a condition of the request's own is no shape to remember. */
function rememberedList(product: Product, what: string, reader: Reader, ask: ListAsk, make: (product: Product, reader: Reader, ask: ListAsk) => Query): Query {
  if (ask.where) return unnamed(make(product, reader, ask));
  const equals = Object.entries(ask.equals ?? {});
  const words = wordsOf(ask.search?.text);
  const after = ask.after?.map((v) => v ?? null);
  const key = [
    what,
    ask.entity,
    ask.screenWhere,
    equals.map(([k, v]) => [k, v === ""]),
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
    ...Object.fromEntries([...equals.map(([k, v]) => [`= ${k}`, v]), ...words.map((w, i) => [`word ${i}`, patternOf(w)]), ...(after ?? []).map((v, i) => [`after ${i}`, v])]),
    of: ask.inList?.id,
  };
  return remembered(product, key, { reader, variables: ask.variables ?? {}, values }, (to) => {
    const slot = (name: string): string => (to.values as Record<string, unknown>)[name] as string;
    return make(product, to.reader, {
      ...ask,
      variables: to.variables,
      ...(ask.equals ? { equals: Object.fromEntries(equals.map(([k, v]) => [k, v === "" ? "" : slot(`= ${k}`)])) } : {}),
      ...(ask.search ? { search: { text: words.map((_, i) => slot(`word ${i}`)), paths: ask.search.paths } } : {}),
      ...(after ? { after: after.map((v, i) => (v === null ? null : slot(`after ${i}`))) } : {}),
      ...(ask.inList ? { inList: { ...ask.inList, id: slot("of") } } : {}),
    });
  });
}

/** Prepared for this request alone. */
const unnamed = ({ text, values }: Query): Query => ({ name: "", text, values });

const wordsOf = (text: string | readonly string[] | undefined): string[] => (typeof text === "string" ? text.split(/\s+/).filter(Boolean) : [...(text ?? [])]);
const patternOf = (word: string): string => `%${word.replace(/[\\%_]/g, "\\$&")}%`;

function countOf(product: Product, reader: Reader, ask: ListAsk): Query {
  const { s, entity, where } = listScope(product, reader, ask);
  return s.params.query(`select count(*)::text as count from ${fromTable(entity, "r")} where ${and(where)}`);
}

export function rowScope(product: Product, reader: Reader, entityName: string, variables?: Variables): { s: Scope; entity: Entity; may: string } {
  const base = makeScope(product, reader, variables);
  const entity = entityNamed(product, entityName);
  const s = withVariables(base, ["this", { kind: "row", entity, alias: "r" }]);
  const may = recordPredicate(s, entity, "r");
  if (s.sight) s.readable.add("r");
  return { s, entity, may };
}

function listScope(product: Product, reader: Reader, ask: ListAsk): { s: Scope; entity: Entity; where: string[] } {
  const { s, entity, may } = rowScope(product, reader, ask.entity, ask.variables);
  const where = [may];
  if (entity.deleting.allowed === "archives") where.push("r.archived_at is null");
  if (ask.inList) where.push(inList(s, entity, ask.inList));
  if (ask.holding) where.push(`r.active and exists (select 1 from nonet.user_role h where h.user_id = r.id and h.role = any(${s.params.bind(ask.holding, "text[]")}))`);
  if (ask.screenWhere) where.push(condition(s, ask.screenWhere));
  if (ask.where) where.push(condition(s, ask.where));
  for (const [key, value] of Object.entries(ask.equals ?? {})) where.push(equals(product, s, entity, key, value));
  if (ask.search) where.push(...searched(s, entity, ask.search));
  return { s, entity, where };
}

/** The list with the reader's sight: what they may not read of it isn't there. */
function inList(s: Scope, entity: Entity, list: NonNullable<ListAsk["inList"]>): string {
  const whole = entityNamed(s.product, list.entity);
  const w = s.params.alias("w");
  const self: Expression = { kind: "variable", name: "whole", type: { kind: "record", name: whole.name }, nullable: false, span: none };
  const inner = withVariables(s, ["whole", { kind: "row", entity: whole, alias: w }]);
  const records = compile(inner, {
    kind: "path",
    of: self,
    field: list.field,
    listed: false,
    type: { kind: "list", of: { kind: "record", name: entity.name } },
    nullable: true,
    span: none,
  });
  return `exists (select 1 from ${fromTable(whole, w)} where ${w}.id = ${s.params.bind(list.id, "uuid")} and ${recordPredicate(s, whole, w)} and r.id = any(${records}))`;
}

function equals(product: Product, s: Scope, entity: Entity, key: string, value: string): string {
  const path = pathExpression(product, entity.name, key);
  if (!path) return "false";
  const behind = value === "" ? null : behindReference(s, entity, path);
  if (behind) return behind.among((x) => equalTo(product, x, behind.rest, value));
  return equalTo(product, s, path, value);
}

/**
 * A path over one stored reference, as the ids of the records that it may lead to: `r.item in (select …)` is found by
 * indexes of both tables, where a look behind each row isn't. With the reader's sight, like the path itself.
 */
function behindReference(s: Scope, entity: Entity, path: Expression, row = "r"): { readonly rest: Expression; readonly among: (test: (inner: Scope) => string) => string } | null {
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
  const rest: Expression = { ...path, of: { kind: "variable", name: "this", type: first.type, nullable: false, span: none } };
  const may = s.sight ? fieldPredicate(s, entity, row, field.name, true) : "true";
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

/** Every word must occur in one of the paths; a referred record is searched by what it is shown as. */
function searched(s: Scope, entity: Entity, search: { readonly text: string | readonly string[]; readonly paths: readonly Expression[] }): string[] {
  const textOf = (own: Scope, path: Expression): string =>
    path.type.kind === "record" ? shownText(own, path) : path.type.kind === "string" ? compile(own, path) : readableText(own, compile(own, path), path.type);
  return (typeof search.text === "string" ? wordsOf(search.text).map(patternOf) : search.text).map((word) => {
    const pattern = s.params.bind(word, "text");
    // What has no text to search isn't found by one.
    if (search.paths.length === 0) return "false";
    if (search.paths.length === 1) return `${textOf(s, search.paths[0]!)} ilike ${pattern}`;
    // Each way by itself, so that each finds its own index, and the rows are then fetched by their ids: an `or` would read every row.
    return `r.id = any(array(${search.paths.map((path) => found(s, entity, path, (own, sought, alias) => `${plainText(own, sought, alias) ?? textOf(own, sought)} ilike ${pattern}`)).join(" union all ")}))`;
  });
}

/** The ids of the entity's records for which one path holds. Whether the record may be read is asked where they are used. */
function found(s: Scope, entity: Entity, path: Expression, test: (own: Scope, path: Expression, alias: string) => string): string {
  const f = s.params.alias("f");
  if (s.sight) s.readable.add(f);
  const own = withVariables(s, ["this", { kind: "row", entity, alias: f }]);
  const behind = behindReference(own, entity, path, f);
  if (behind) return `select ${f}.id from ${fromTable(entity, f)} where ${behind.among((x) => test(x, behind.rest, ""))}`;
  const name = ownField(path);
  // Beside the test, and not around what is tested, the permission leaves it to its index.
  const may = s.sight && name !== null && plainText(own, path, f) !== null ? fieldPredicate(s, entity, f, name, true) : "true";
  return `select ${f}.id from ${fromTable(entity, f)} where ${and([may, test(own, path, f)])}`;
}

/** The column of a stored text of the row itself. */
function plainText(s: Scope, path: Expression, alias: string): string | null {
  const name = alias === "" ? null : ownField(path);
  const of = path.kind === "path" && path.of.type.kind === "record" ? entityNamed(s.product, path.of.type.name) : null;
  const column = of && columnsOf(s.product, of).find((c) => c.name === name);
  return column?.sql === "text" ? `${alias}.${ident(column.column)}` : null;
}

/** What a record is shown as, with the scope's sight. */
export function shownText(s: Scope, e: Expression): string {
  const entity = entityNamed(s.product, (e.type as { name: string }).name);
  const x = s.params.alias("x");
  const may = recordPredicate(s, entity, x);
  s.readable.add(x);
  return `(select ${shownAs(s, entity, x)} from ${fromTable(entity, x)} where ${x}.id = ${compile(s, e)}${may === "true" ? "" : ` and ${may}`})`;
}

interface Key {
  readonly sql: string;
  readonly type: string;
  readonly descending: boolean;
  /** Never null. */
  readonly never?: boolean;
}

function sortKeys(product: Product, s: Scope, entity: Entity, ask: ListAsk): Key[] {
  const asked = ask.sort?.length
    ? ask.sort
    : entity.sort.flatMap((k) => {
        const key = columnsOf(product, entity).find((c) => c.name === k.field)?.key ?? entity.fields.find((f) => f.name === k.field)?.key;
        const expression = key === undefined ? undefined : pathExpression(product, entity.name, key);
        return expression ? [{ expression, descending: k.descending }] : [];
      });
  const keys = asked.map(({ expression, descending }): Key => ({
    sql: kept(s, expression, inIndexForm(s, entity, expression, sortable(s, expression))),
    type: expression.type.kind === "record" ? "text" : sqlType(expression.type),
    descending,
  }));
  if (keys.length === 0) keys.push({ sql: "r.created_at", type: "timestamptz", descending: true, never: true });
  keys.push({ sql: "r.id", type: "uuid", descending: keys.at(-1)!.descending, never: true });
  return keys;
}

/** Of a stored column as its index has it; anything else as it is. */
function inIndexForm(s: Scope, entity: Entity, e: Expression, sql: string): string {
  const name = ownField(e);
  const column = name === null ? undefined : columnsOf(s.product, entity).find((c) => c.name === name);
  return column && column.sql !== "bigint" ? orderKey(column, sql) : sql;
}

const sortable = (s: Scope, e: Expression): string => (e.type.kind === "record" ? shownText(s, e) : e.type.kind === "list" ? `cardinality(${compile(s, e)})` : compile(s, e));

/**
 * The stretches of rows behind the one whose keys are given, each a condition that an index in that order begins at; null
 * sorts last. Cursor texts that aren't of the key's type find nothing.
 */
function afterCursor(s: Scope, keys: readonly Key[], after: readonly (string | null)[]): string[] {
  const bound = keys.map((k, i) => (after[i] === null || after[i] === undefined ? null : s.params.bind(after[i], k.type)));
  const behind = (k: Key, i: number): string => (bound[i] === null ? "false" : `${k.sql} ${k.descending ? "<" : ">"} ${bound[i]}`);
  const [first, ...rest] = keys;
  // Of those that agree in the first key: as far as the other keys tell.
  const tied = or(
    rest.map((k, i) => {
      const same = rest.slice(0, i).map((p, j) => (bound[j + 1] === null ? `${p.sql} is null` : `${p.sql} = ${bound[j + 1]}`));
      return and([...same, bound[i + 1] === null || k.never ? behind(k, i + 1) : `(${behind(k, i + 1)} or ${k.sql} is null)`]);
    }),
  );
  if (bound[0] === null) return [and([`${first!.sql} is null`, tied])];
  const pair = keys.length === 2 && bound[1] !== null;
  const here = pair
    ? `(${first!.sql}, ${rest[0]!.sql}) ${first!.descending ? "<" : ">"} (${bound[0]}, ${bound[1]})`
    : and([`${first!.sql} ${first!.descending ? "<=" : ">="} ${bound[0]}`, or([behind(first!, 0), and([`${first!.sql} = ${bound[0]}`, tied])])]);
  return first!.never ? [here] : [here, `${first!.sql} is null`];
}

/** By id, or by the value of a unique or sequence text field; no row: not there or not theirs to see. */
export function recordQuery(product: Product, reader: Reader, entityName: string, idOrUnique: string, fields?: readonly string[]): Query {
  const byId = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(idOrUnique);
  return remembered(product, ["record", entityName, byId, fields], { reader, values: { which: idOrUnique } }, (to) => {
    const { s, entity, may } = rowScope(product, to.reader, entityName);
    const beside = joining(s, "r");
    return s.params.query(
      `select ${recordAnswer(beside, entity, "r", fields)} as record from ${fromTable(entity, "r")}${joinsOf(beside)} where ${and([may, named(s, entity, byId, to.values.which)])}`,
    );
  });
}

function named(s: Scope, entity: Entity, byId: boolean, value: string): string {
  if (byId) return `r.id = ${s.params.bind(value, "uuid")}`;
  const unique = entity.fields.filter(
    (f) => f.computed === null && (f.type.kind === "sequence" || f.type.kind === "random text" || (f.unique && (f.type.kind === "text" || f.type.kind === "formatted"))),
  );
  return or(
    unique.map((f) => {
      const may = s.sight
        ? [
            compileAs(
              s,
              {
                kind: "path",
                of: { kind: "variable", name: "this", type: recordType(entity), nullable: false, span: none },
                field: f.name,
                listed: false,
                type: { kind: "string" },
                nullable: true,
                span: none,
              },
              { kind: "string" },
            ),
          ]
        : [`r.${ident(f.column)}`];
      return f.type.kind === "formatted" && f.type.format === "email" ? `lower(${may[0]}) = lower(${s.params.bind(value, "text")})` : `${may[0]} = ${s.params.bind(value, "text")}`;
    }),
  );
}

const none = { file: 0, from: 0, to: 0 };
const recordType = (entity: Entity): Type => ({ kind: "record", name: entity.name });
