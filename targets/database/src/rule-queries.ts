/** Judges rules over stored records, and says which records a change concerns. */
import { fieldOf, type Entity, type Field, type Product, type Rule } from "@nonet/model";
import { fold, type Expression } from "@nonet/feel";
import { compileAs, condition } from "./compile-expression.ts";
import { fieldSql } from "./compile-path.ts";
import { entityNamed, fromTable, makeScope, withVariables, type Scope } from "./compile-scope.ts";
import { oneSided } from "./one-sided.ts";
import { staticType } from "./record-json.ts";
import { jsonOf, remembered } from "./remembered.ts";
import { and, ident, Parameters } from "./sql-text.ts";
import { descend } from "./walk.ts";
import type { Query, Variables } from "./query.ts";

/** Rows `{id}` among `ids` for which the rule does not hold; null holds. */
export function ruleQuery(product: Product, rule: Rule, ids: readonly string[], variables: Variables & { readonly olds?: Readonly<Record<string, unknown>> } = {}): Query {
  const one = ids.length === 1;
  return remembered(product, ["rule", rule, one], { variables, values: { ids: one ? ids[0] : ids } }, (to) => ruleOf(product, rule, one, to.values.ids, to.variables));
}

function ruleOf(product: Product, rule: Rule, one: boolean, ids: unknown, variables: Variables & { readonly olds?: Readonly<Record<string, unknown>> }): Query {
  const entity = entityNamed(product, rule.entity);
  const s = makeScope(product, null, variables);
  const olds = variables.olds ? `(${s.params.bind(jsonOf(variables.olds), "jsonb")} -> r.id::text)` : variables.old ? s.params.bind(jsonOf(variables.old), "jsonb") : "null::jsonb";
  const self = withVariables(s, ["this", { kind: "row", entity, alias: "r" }], ["old", { kind: "json", entity, sql: olds }]);
  const standing = rule.moment.kind === "while" ? [`r.state in (${rule.moment.states.map((x) => s.params.bind(x, "text")).join(", ")})`] : [];
  return s.params.query(
    `select r.id from ${fromTable(entity, "r")} where ${and([one ? `r.id = ${s.params.bind(ids, "uuid")}` : `r.id = any(${s.params.bind(ids, "uuid[]")})`, ...standing, broken(self, entity, rule)])} order by r.id`,
  );
}

function broken(s: Scope, entity: Entity, rule: Rule): string {
  const body = rule.holds;
  if (body.kind === "expression") return `(${compileAs(s, body.expression, { kind: "boolean" })}) is false`;
  const other = withVariables(s, ["this", { kind: "row", entity, alias: "o" }]);
  const among = (x: Scope): string => (body.among ? condition(x, body.among) : "true");
  const agree = (body.kind === "unique" ? body.fields : body.per).map((path) => `${pathSql(s, entity, "r", path)} = ${pathSql(s, entity, "o", path)}`);
  const shared = [among(s)];
  if (body.kind === "unique") return and([...shared, `exists (select 1 from ${fromTable(entity, "o")} where ${and(["o.id <> r.id", ...agree, among(other)])})`]);
  const type = body.low.type;
  const less = body.highClosed ? "<=" : "<";
  const meet = [`${compileAs(s, body.low, type)} ${less} ${compileAs(other, body.high, type)}`, `${compileAs(other, body.low, type)} ${less} ${compileAs(s, body.high, type)}`];
  return and([...shared, `exists (select 1 from ${fromTable(entity, "o")} where ${and(["o.id <> r.id", ...agree, among(other), ...meet])})`]);
}

/** A field, or a dotted path of names, of a row; addresses of mails without letter case. */
function pathSql(s: Scope, entity: Entity, alias: string, path: string): string {
  const field = fieldOf(entity, path) ?? entity.fields.find((f) => fold(f.name) === fold(path));
  const [first, ...rest] = path.split(".");
  if (!field && rest.length > 0) {
    const reference = entity.fields.find((f) => fold(f.name) === fold(first!));
    if (reference?.type.kind === "reference") {
      const target = entityNamed(s.product, reference.type.entity);
      const x = s.params.alias("x");
      return `(select ${pathSql(s, target, x, rest.join("."))} from ${fromTable(target, x)} where ${x}.id = ${fieldSql(s, entity, alias, reference.name, staticType(reference))})`;
    }
  }
  const sql = fieldSql(s, entity, alias, path, field ? staticType(field) : { kind: "string" });
  return field?.type.kind === "formatted" && field.type.format === "email" ? `lower(${sql})` : sql;
}

/** Every set of fields that must be unique together: attributes of fields and of the entity. */
export function uniqueSets(entity: Entity): readonly (readonly string[])[] {
  const sets: string[][] = entity.fields
    .filter((f) => f.computed === null && (f.unique || f.uniqueWithin !== null || ["sequence", "random text", "secret link"].includes(f.type.kind)))
    .map((f) => (f.uniqueWithin ? [f.name, f.uniqueWithin] : [f.name]));
  if (entity.name === "User" && !sets.some((x) => x[0] === "email" && x.length === 1)) sets.push(["email"]);
  return [...sets, ...entity.unique.map((u) => [...u.fields])];
}

/** Rows `{id, fields}` of broken uniqueness among `ids`; null where nothing is unique. */
export function uniqueQuery(product: Product, entityName: string, ids: readonly string[]): Query | null {
  const sets = uniqueSets(entityNamed(product, entityName));
  const one = ids.length === 1;
  return sets.length === 0
    ? null
    : remembered(product, ["unique", entityName, one], { values: { ids: one ? ids[0] : ids } }, (to) => uniqueOf(product, entityName, sets, one, to.values.ids));
}

function uniqueOf(product: Product, entityName: string, sets: readonly (readonly string[])[], one: boolean, ids: unknown): Query {
  const entity = entityNamed(product, entityName);
  const s = makeScope(product, null);
  const email = (name: string, alias: string): string => (entity.name === "User" && name === "email" ? `lower(${alias}.email)` : pathSql(s, entity, alias, name));
  const parts = sets.map(
    (fields) =>
      `select r.id, ${s.params.bind(fields, "text[]")} as fields from ${fromTable(entity, "r")} where ${and([one ? `r.id = ${s.params.bind(ids, "uuid")}` : `r.id = any(${s.params.bind(ids, "uuid[]")})`, `exists (select 1 from ${fromTable(entity, "o")} where ${and(["o.id <> r.id", ...fields.map((f) => `${email(f, "o")} = ${email(f, "r")}`)])})`])}`,
  );
  return s.params.query(parts.join(" union all "));
}

/** Rows `{id}` of the rule's records to judge again: the changed ones, and all that a changed record could reach. */
export function affectedQuery(product: Product, rule: Rule, changed: readonly Changed[]): Query {
  const entity = entityNamed(product, rule.entity);
  const params = new Parameters();
  // Each way finds ids by an index of its own; with `or` between them every record would be read.
  const ways = [
    `select unnest(${params.bind(
      changed.filter((c) => c.entity === rule.entity).map((c) => c.id),
      "uuid[]",
    )})`,
  ];
  let all = false;
  const readOthers = [...new Set(changed.map((c) => c.entity))].filter((name) => name !== rule.entity && rule.reads.some((x) => x.startsWith(`${name}.`)));
  for (const name of readOthers) {
    const ids = params.bind(
      changed.filter((c) => c.entity === name).map((c) => c.id),
      "uuid[]",
    );
    const other = entityNamed(product, name);
    const links = [
      ...referencesTo(entity, name).map((c) => `select x.id from ${fromTable(entity, "x")} where x.${ident(c)} = any(${ids})`),
      ...referencesTo(other, entity.name).map((c) => `select x.${ident(c)} from ${fromTable(other, "x")} where x.id = any(${ids})`),
    ];
    const compared = readsExtent(rule, name) ? comparedWith(product, rule, entity, other, changed, params) : [];
    // Reached in no single step (or over a whole extent): every record of the entity is judged.
    const far = readFromAfar(product, rule, entity, name).map((steps) => steps && behindSteps(product, entity, steps, ids));
    if (compared && links.length + compared.length + far.length > 0 && far.every((sql) => sql !== null)) ways.push(...links, ...compared, ...(far as string[]));
    else all = true;
  }
  const own = changed.filter((c) => c.entity === rule.entity);
  if (own.length > 0)
    for (const fields of oneSided(rule, entity)) {
      const links = agreeing(entity, fields, own, params);
      if (links) ways.push(...links);
      else all = true;
    }
  return params.query(`select r.id from ${fromTable(entity, "r")} where ${all ? "true" : `r.id = any(array(${ways.join(" union all ")}))`} order by r.id`);
}

/** A record that was written, and what it was before. */
export interface Changed {
  readonly entity: string;
  readonly id: string;
  readonly before?: Readonly<Record<string, unknown>> | null;
}

/** The ids of those that agree with a changed record in a reference, as it is or as it was; null (all) where no reference tells. */
function agreeing(entity: Entity, fields: readonly string[], own: readonly Changed[], params: Parameters): string[] | null {
  const field = entity.fields.find((f) => f.type.kind === "reference" && f.computed === null && fields.some((name) => fold(name) === fold(f.name)));
  if (!field) return null;
  const was = own.flatMap((c) => idsIn(c.before?.[field.key]));
  const [table, column] = [fromTable(entity, "x"), `x.${ident(field.column)}`];
  const now = `select y.${ident(field.column)} from ${fromTable(entity, "y")} where y.id = any(${params.bind(
    own.map((c) => c.id),
    "uuid[]",
  )})`;
  return [`select x.id from ${table} where ${column} = any(${params.bind(was, "uuid[]")})`, `select x.id from ${table} where ${column} = any(array(${now}))`];
}

/**
 * Where every `Other[…]` of the rule takes those that agree with the record in a reference (`nurse = this.nurse`): the ids
 * of the records that agree so with a changed one, as it is or as it was. Null where something else is read of it too.
 */
function comparedWith(product: Product, rule: Rule, entity: Entity, other: Entity, changed: readonly Changed[], params: Parameters): string[] | null {
  const all = expressionsOf(rule).flatMap((e) => descend(e));
  const isExtent = (e: Expression): boolean => e.kind === "global" && fold(e.name) === fold(other.name);
  const filters = all.filter((e): e is Expression & { kind: "filter" } => e.kind === "filter" && isExtent(e.of));
  const ids = changed.filter((c) => c.entity === other.name);
  // What a computed field reads isn't to be seen here.
  if (filters.length !== all.filter(isExtent).length || all.some((e) => readsComputed(product, e))) return null;
  const found = filters.map((filter) => {
    const pair = agreeingReferences(filter, entity, other)[0];
    if (!pair) return null;
    const was = ids.flatMap((c) => idsIn(c.before?.[pair.theirs.key]));
    const now = `select y.${ident(pair.theirs.column)} from ${fromTable(other, "y")} where y.id = any(${params.bind(
      ids.map((c) => c.id),
      "uuid[]",
    )}) union all select unnest(${params.bind(was, "uuid[]")})`;
    return `select x.id from ${fromTable(entity, "x")} where x.${ident(pair.ours.column)} = any(array(${now}))`;
  });
  return found.some((sql) => sql === null) ? null : (found as string[]);
}

const idsIn = (value: unknown): string[] => (value !== null && typeof value === "object" && "id" in value ? [String(value.id)] : []);

function readsComputed(product: Product, e: Expression): boolean {
  if (e.kind !== "path") return false;
  const of = e.of.type.kind === "list" ? e.of.type.of : e.of.type;
  if (of.kind !== "record") return false;
  const field = entityNamed(product, of.name).fields.find((f) => fold(f.name) === fold(e.field));
  return field !== undefined && (field.computed !== null || field.type.kind === "inverse");
}

/** The references that `and`ed `item.F = this.G` compare. */
function agreeingReferences(filter: Expression & { kind: "filter" }, entity: Entity, other: Entity): { readonly theirs: Field; readonly ours: Field }[] {
  const sides = (e: Expression): Expression[][] =>
    e.kind !== "binary" ? [] : e.operator === "and" ? [...sides(e.left), ...sides(e.right)] : e.operator === "=" ? [[e.left, e.right]] : [];
  const reference = (of: Entity, variable: string, pair: readonly Expression[]): Field | undefined =>
    pair.flatMap((side) =>
      side.kind === "path" && !side.listed && side.of.kind === "variable" && side.of.name === variable
        ? of.fields.filter((f) => fold(f.name) === fold(side.field) && f.type.kind === "reference" && f.computed === null)
        : [],
    )[0];
  return sides(filter.condition).flatMap((pair) => {
    const [theirs, ours] = [reference(other, filter.item, pair), reference(entity, "this", pair)];
    return theirs && ours ? [{ theirs, ours }] : [];
  });
}

const referencesTo = (entity: Entity, name: string): string[] =>
  entity.fields.filter((f) => f.computed === null && f.type.kind === "reference" && f.type.entity === name).map((f) => f.column);

function expressionsOf(rule: Rule): Expression[] {
  const body = rule.holds;
  if (body.kind === "expression") return [body.expression];
  return [...(body.kind === "no overlap" ? [body.low, body.high] : []), ...(body.among ? [body.among] : [])];
}

/**
 * The ways on which the rule reads one behind more than one reference of its own record (`item.category.name`), as the
 * stored references on it; null where something else leads there.
 */
function readFromAfar(product: Product, rule: Rule, entity: Entity, name: string): (readonly Field[] | null)[] {
  const found = expressionsOf(rule).flatMap((e) =>
    descend(e).flatMap((x) => {
      if (x.kind !== "path" || x.of.kind !== "path" || x.of.of.kind !== "path") return [];
      const of = x.of.type.kind === "list" ? x.of.type.of : x.of.type;
      const names = of.kind === "record" && of.name === name ? stepsFromThis(x.of) : null;
      return names ? [names] : [];
    }),
  );
  return [...new Map(found.map((names) => [names.join("."), names])).values()].map((names) => {
    const fields: Field[] = [];
    let at: Entity | null = entity;
    for (const step of names) {
      const field: Field | undefined = at?.fields.find((f) => fold(f.name) === fold(step));
      if (field?.type.kind !== "reference" || field.computed !== null) return null;
      fields.push(field);
      at = entityNamed(product, field.type.entity);
    }
    return fields;
  });
}

/** `this.a.b` as `a`, `b`; null where it begins elsewhere. */
function stepsFromThis(e: Expression): string[] | null {
  if (e.kind === "variable") return e.name === "this" ? [] : null;
  const before = e.kind === "path" ? stepsFromThis(e.of) : null;
  return before && e.kind === "path" ? [...before, e.field] : null;
}

/** The ids of the records that those references lead from to one of `ids`. */
function behindSteps(product: Product, entity: Entity, [first, ...rest]: readonly Field[], ids: string): string {
  const next = rest.length > 0 && first!.type.kind === "reference" ? entityNamed(product, first!.type.entity) : null;
  return `select x.id from ${fromTable(entity, "x")} where x.${ident(first!.column)} = any(${next ? `array(${behindSteps(product, next, rest, ids)})` : ids})`;
}

const readsExtent = (rule: Rule, name: string): boolean => expressionsOf(rule).some((e) => descend(e).some((x) => x.kind === "global" && fold(x.name) === fold(name)));
