/** DDL of schema `app`: a table per entity with real types, named constraints and the indexes that reads need. */
import type { Expression } from "@nonet/feel";
import { type Entity, type Field, fieldOf, type Product, type Rule } from "@nonet/model";
import { sqlType } from "../columns/column-type.ts";
import { type Column, columnsOf, isJoined, joinTableOf, stateSince, tableOf } from "../columns/columns.ts";
import { uniqueSets } from "../columns/unique-sets.ts";
import { computedFunctions } from "../expressions/computed-functions.ts";
import { systemScope } from "../expressions/system-scope.ts";
import { compile, condition } from "../scope/compile.ts";
import { type Scope, withVariables } from "../scope/scope.ts";
import { descend } from "../scope/walk.ts";
import { mentions } from "../sql/rename-columns.ts";
import { bounded, ident, literal, Parameters } from "../sql/sql-text.ts";
import { nameOf } from "./constraint-names.ts";
import { type Guard, guardOf } from "./exclusion-guard.ts";
import { wantedIndexes } from "./wanted-indexes.ts";

/** One thing in the database that can be added and dropped on its own. */
export interface Part {
  readonly kind: "check" | "reference" | "unique" | "exclusion" | "index";
  readonly name: string;
  readonly table: string;
  /** What follows the name: over which columns, and what holds of them. */
  readonly body: string;
  readonly add: string;
  readonly drop: string;
  /** How it is kept where it comes later than the records. */
  readonly guard?: Guard;
  /** A check that came later than the records. */
  readonly late?: LateCheck;
}

/** Records that stand against a check from before must still be written in everything else: a trigger keeps it until none does. */
export interface LateCheck {
  readonly trigger: string;
  /** A row, where a record stands against it. */
  readonly against: string;
  /** What the trigger does is the constraint's from now on. */
  readonly settle: string;
}

/** For an empty database, in order: tables, then what ties them together, then indexes. */
export function planTables(product: Product): string[] {
  return [
    ...computedFunctions(product),
    ...product.entities.map((e) => createTable(product, e)),
    ...product.entities.flatMap((e) => e.fields.filter((f) => f.computed === null && isJoined(f)).map((f) => createJoin(product, e, f))),
    ...product.entities.flatMap((e) => partsOf(product, e).map((p) => p.add)),
  ];
}

export const createTable = (product: Product, entity: Entity): string => {
  const own = [
    "id uuid primary key",
    "version integer not null default 1",
    "created_at timestamptz not null default nonet.now()",
    "updated_at timestamptz not null default nonet.now()",
    "created_by uuid",
    "archived_at timestamptz",
    ...(entity.name === "User" ? ["is_owner boolean not null default false"] : []),
    ...columnsOf(product, entity).flatMap((c) => columnTexts(c)),
  ];
  return `create table ${tableOf(entity)} (\n  ${own.join(",\n  ")}\n)${roomToChange}`;
};

/** A tenth of each page stays free, so that a record that is changed in what no index holds stays on it, and no index is written (PostgreSQL's HOT updates). */
const roomToChange = " with (fillfactor = 90)";

/** A column as it is added; a state has the moment it was entered beside it. Required is the engine's to say. */
export function columnTexts(column: Column): string[] {
  const fallback = column.name === "active" && !column.field?.default ? " not null default true" : "";
  return [`${ident(column.column)} ${column.sql}${fallback}`, ...(column.states ? [`${ident(stateSince(column.column))} timestamptz`] : [])];
}

/** What ties a many-to-many list to the records that it lists. */
export function joinTie(product: Product, entity: Entity, field: Field): { readonly name: string; readonly body: string } {
  const target = product.entities.find((e) => field.type.kind === "references" && e.name === field.type.entity)!;
  return {
    name: ident(nameOf.joined(entity, field)),
    body: `references ${tableOf(target)}(id) on delete ${field.whenDeleted === "forbid" ? "restrict" : "cascade"}`,
  };
}

/** What of a list's table bears its name. */
export function joinNames(product: Product, entity: Entity, field: Field): { readonly tie: string; readonly owner: string; readonly index: string } {
  const name = `${entity.table}__${field.column}`;
  return { tie: joinTie(product, entity, field).name, owner: ident(bounded(`owner_${name}`)), index: ident(bounded(`join_${name}`)) };
}

export function createJoin(product: Product, entity: Entity, field: Field): string {
  const tie = joinTie(product, entity, field);
  const { owner, index } = joinNames(product, entity, field);
  return `create table ${joinTableOf(entity, field)} (from_id uuid not null constraint ${owner} references ${tableOf(entity)}(id) on delete cascade, to_id uuid not null constraint ${tie.name} ${tie.body}, position bigint not null default 0, primary key (from_id, to_id));\ncreate index ${index} on ${joinTableOf(entity, field)} (to_id)`;
}

/** Constraints and indexes of one table, each by its name. */
export function partsOf(product: Product, entity: Entity): Part[] {
  const columns = columnsOf(product, entity);
  return [
    ...columns.flatMap((c) => checks(product, entity, c)),
    ...columns.flatMap((c) => references(product, entity, c)),
    ...uniqueSets(entity).flatMap((fields) => unique(product, entity, columns, fields)),
    ...product.rules.filter((r) => r.entity === entity.name).flatMap((r) => overlap(product, entity, r)),
    ...indexes(product, entity, columns),
  ];
}

const constraint = (kind: Part["kind"], entity: Entity, name: string, body: string): Part => ({
  kind,
  name,
  table: tableOf(entity),
  body,
  add: `alter table ${tableOf(entity)} add constraint ${ident(name)} ${body}`,
  drop: `alter table ${tableOf(entity)} drop constraint if exists ${ident(name)}`,
});

/** `clash`: when two records of the table, by the names given them, may not stand together. */
const exclusion = (product: Product, entity: Entity, name: string, body: string, index: string, clash: (one: string, other: string) => string): Part => {
  const part = constraint("exclusion", entity, name, body);
  const reads = columnsOf(product, entity).flatMap((c) => (mentions(index, [c.column]) ? [c.column] : []));
  const guard = guardOf({ table: part.table, name, body, index, clash: clash("r", "o"), reads });
  return { ...part, guard, drop: `${guard.drop};\n${part.drop}` };
};
const index = (entity: Entity, name: string, body: string): Part => ({
  kind: "index",
  name,
  table: tableOf(entity),
  body,
  add: `create index if not exists ${ident(name)} on ${tableOf(entity)} ${body}`,
  drop: `drop index if exists app.${ident(name)}`,
});

/** What a column's values must be; where the check comes later than the records, only what is written into that column is held to it. */
function checks(product: Product, entity: Entity, column: Column): Part[] {
  const field = column.field;
  const listed = (texts: readonly string[]): string => texts.map(literal).join(", ");
  const isOneOf = (x: string, texts: readonly string[]): string => `${x} in (${listed(texts)})`;
  // Nobody stands in a state that is gone: the change of version waits for that.
  if (column.states) return [constraint("check", entity, nameOf.check(product, entity, column.column), `check (${isOneOf(ident(column.column), column.states)}) not valid`)];
  const parts: Part[] = [];
  const add = (end: "" | "least" | "most", holds: (x: string) => string): void => void parts.push(check(entity, column, nameOf.check(product, entity, column.column, end), holds));
  const type = field?.type;
  if (type?.kind === "one of") add("", (x) => isOneOf(x, type.choices));
  if (type?.kind === "any of") add("", (x) => `${x} <@ array[${listed(type.choices)}]::text[]`);
  if (!field || (type?.kind === "text" && type.form === "rich") || field.personalOf !== null) return parts;
  const measure = (x: string): string => (column.sql.endsWith("[]") ? `cardinality(${x})` : column.sql === "text" ? `char_length(${x})` : x);
  for (const [bound, operator, end] of [
    [field.atLeast, ">=", "least"],
    [field.atMost, "<=", "most"],
  ] as const)
    if (bound?.kind === "literal" && bound.value !== null) add(end, (x) => `${measure(x)} ${operator} ${compile(systemScope(product, {}, new Parameters(true)), bound)}`);
  return parts;
}

function check(entity: Entity, column: Column, name: string, holds: (x: string) => string): Part {
  const x = ident(column.column);
  const part = constraint("check", entity, name, `check (${holds(x)}) not valid`);
  const [own, table] = [ident(name), tableOf(entity)];
  return {
    ...part,
    late: {
      trigger: `create trigger ${own} before insert or update of ${x} on ${table} for each row when (not (${holds(`new.${x}`)})) execute function nonet.refuse_value()`,
      against: `select 1 from ${table} where not (${holds(x)}) limit 1`,
      settle: `${part.add};\ndrop trigger ${own} on ${table}`,
    },
    drop: `drop trigger if exists ${own} on ${table};\n${part.drop}`,
  };
}

/** The engine does it itself, with rules and history; the constraint keeps what it leaves. */
const onDelete = (field: Field): string => (field.whenDeleted === "delete too" ? "cascade" : field.whenDeleted === "empty it" ? "set null" : "restrict");

function references(product: Product, entity: Entity, column: Column): Part[] {
  const type = column.field?.type;
  if (type?.kind !== "reference") return [];
  const target = product.entities.find((e) => e.name === type.entity);
  if (!target) return [];
  const owned = entity.partOf?.field === column.name;
  return [
    constraint(
      "reference",
      entity,
      nameOf.reference(product, entity, column.column),
      `foreign key (${ident(column.column)}) references ${tableOf(target)}(id) on delete ${owned ? "cascade" : onDelete(column.field!)}`,
    ),
  ];
}

const isEmail = (entity: Entity, field: Field | undefined, name: string): boolean =>
  (field?.type.kind === "formatted" && field.type.format === "email") || (entity.name === "User" && name === "email");

/** Judged at commit, so that the rules are judged first and all are reported together. Exclusion by `=` is uniqueness that can wait. */
function unique(product: Product, entity: Entity, columns: readonly Column[], fields: readonly string[]): Part[] {
  const found = fields.map((f) => columns.find((c) => c.name === f));
  if (found.some((c) => c === undefined)) return [];
  const name = nameOf.unique(
    product,
    entity,
    found.map((c) => c!.column),
  );
  const names = found.map((c) => ident(c!.column));
  const caseless = found.map((c) => isEmail(entity, fieldOf(entity, c!.name), c!.name));
  if (!caseless.includes(true)) return [constraint("unique", entity, name, `unique (${names.join(", ")}) deferrable initially deferred`)];
  const keys = (prefix: string): string[] => names.map((n, i) => (caseless[i] ? `lower(${prefix}${n})` : `${prefix}${n}`));
  return [
    exclusion(
      product,
      entity,
      name,
      `exclude using btree (${keys("")
        .map((k) => `(${k}) with =`)
        .join(", ")}) deferrable initially deferred`,
      `(${keys("")
        .map((k) => `(${k})`)
        .join(", ")})`,
      (one, other) =>
        keys(`${one}.`)
          .map((k, i) => `${k} = ${keys(`${other}.`)[i]}`)
          .join(" and "),
    ),
  ];
}

const ranges: Readonly<Record<string, string>> = { date: "daterange", timestamptz: "tstzrange", numeric: "numrange" };

/** Belt and braces under `no overlap` rules over plain columns. Where records already break it, the rule alone stands guard. */
function overlap(product: Product, entity: Entity, rule: Rule): Part[] {
  const body = rule.holds;
  if (body.kind !== "no overlap" || rule.warns || rule.moment.kind === "create" || rule.moment.kind === "action") return [];
  const range = ranges[sqlType(body.low.type)];
  const columns = columnsOf(product, entity);
  const per = body.per.map((p) => columns.find((c) => c.name === p)?.column);
  if (!range || per.some((p) => p === undefined) || ![body.low, body.high, ...(body.among ? [body.among] : [])].every((e) => isPlain(columns, e))) return [];
  const s: Scope = withVariables(systemScope(product, {}, new Parameters(true)), [
    "this",
    { kind: "row", entity, alias: entity.table === "user" ? '"user"' : ident(entity.table) },
  ]);
  const [low, high] = [compile(s, body.low), compile(s, body.high)];
  // A part goes out of sight with its whole, which no constraint of its own table knows.
  if (wholesOf(product, entity).some((whole) => whole.deleting.allowed === "archives")) return [];
  const where = [
    ...(entity.deleting.allowed === "archives" ? [`${ident(entity.table)}.archived_at is null`] : []),
    ...(body.among ? [condition(s, body.among)] : []),
    ...(rule.moment.kind === "while" ? [`${ident(entity.table)}.state in (${rule.moment.states.map(literal).join(", ")})`] : []),
  ];
  const by = (prefix: string, sql: string): string => sql.replaceAll(`${ident(entity.table)}.`, prefix);
  const stretch = (prefix: string): string => by(prefix, `(case when ${low} <= ${high} then ${range}(${low}, ${high}, '${body.highClosed ? "[]" : "[)"}') end)`);
  const among = (prefix: string): string[] => where.map((w) => by(prefix, w));
  // In a form that the planner can't see through: where few records were open when it last counted, it would look through
  // all that are open now, for whatever is asked of them.
  const hidden = (prefix: string): string[] => (where.length ? [`(case when ${among(prefix).join(" and ")} then true end)`] : []);
  const only = hidden("")
    .map((sql) => ` where ${sql}`)
    .join("");
  const part = exclusion(
    product,
    entity,
    nameOf.overlap(product, entity, rule),
    `exclude using gist (${[...per.map((p) => `${ident(p!)} with =`), `${stretch("")} with &&`].join(", ")})${only} deferrable initially deferred`,
    `using gist (${[...per.map((p) => ident(p!)), stretch("")].join(", ")})${only}`,
    (one, other) => {
      const [mine, theirs] = [`${one}.`, `${other}.`];
      return [...per.map((p) => `${mine}${ident(p!)} = ${theirs}${ident(p!)}`), `${stretch(mine)} && ${stretch(theirs)}`, ...among(mine), ...among(theirs), ...hidden(theirs)].join(
        " and ",
      );
    },
  );
  return [{ ...part, add: `do $do$ begin ${part.add}; exception when exclusion_violation then raise notice 'records already overlap'; end $do$` }];
}

const wholesOf = (product: Product, entity: Entity): readonly Entity[] => {
  const whole = product.entities.find((e) => e.name === entity.partOf?.entity);
  return whole ? [whole, ...wholesOf(product, whole)] : [];
};

/** Only the row's own stored columns, literals, comparisons and logic. */
const isPlain = (columns: readonly Column[], e: Expression): boolean =>
  descend(e).every(
    (x) =>
      x.kind === "literal" ||
      (x.kind === "variable" && x.name === "this") ||
      (x.kind === "path" && x.of.kind === "variable" && x.of.name === "this" && columns.some((c) => c.name === x.field)) ||
      x.kind === "binary" ||
      x.kind === "in" ||
      x.kind === "list" ||
      (x.kind === "call" && x.function === "not"),
  );

const indexes = (product: Product, entity: Entity, columns: readonly Column[]): Part[] =>
  [...wantedIndexes(product, entity, columns)].map(([what, body]) => index(entity, nameOf.index(product, entity, what), body));
