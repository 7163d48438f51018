/** Checks rules and uniqueness over stored records. */
import { fold } from "@nonet/feel";
import { comparedFields, type Entity, fieldOf, fieldType, type Product, type Rule } from "@nonet/model";
import { uniqueSets } from "../columns/unique-sets.ts";
import { fieldSql } from "../expressions/fields/fields.ts";
import { sharedParts, sharing } from "../expressions/fields/shared-values.ts";
import { systemScope } from "../expressions/system-scope.ts";
import { compileAs } from "../scope/coerce.ts";
import { condition } from "../scope/compile.ts";
import { entityNamed, fromTable, jsonType, type Scope, withVariables } from "../scope/scope.ts";
import { descend } from "../scope/walk.ts";
import type { Query, Variables } from "../sql/query.ts";
import { and } from "../sql/sql-text.ts";
import { cachedStatement, jsonOf } from "../sql/statement-cache.ts";
import { notArchived } from "../visibility/archived-rows.ts";

/** `olds`, `askeds`: by id, each record before the change and the input for it. */
type OfRecords = Variables & { readonly olds?: Readonly<Record<string, unknown>>; readonly askeds?: Readonly<Record<string, unknown>> };

/** Rows `{id}` of all records that violate the rule; null counts as true. */
export const wholeRuleQuery = (product: Product, rule: Rule): Query => ruleOf(product, rule, "all", null, {});

/** Rows `{id}` among `ids` that violate the rule; null counts as true. */
export function ruleQuery(product: Product, rule: Rule, ids: readonly string[], variables: OfRecords = {}): Query {
  const one = ids.length === 1;
  return cachedStatement(product, ["rule", rule, one], { variables, values: { ids: one ? ids[0] : ids } }, (to) =>
    ruleOf(product, rule, one ? "one" : "several", to.values.ids, to.variables),
  );
}

/** Whether the rule reads an action's input: existing records have none, so it doesn't apply to them. */
export const readsInput = (rule: Rule): boolean => descend(rule.holds).some((e) => e.kind === "variable" && e.name === "asked");

/** The names of the fields of an action's input that the rule reads. */
export const inputFieldsRead = (rule: Rule): readonly string[] =>
  descend(rule.holds).flatMap((e) => (e.kind === "path" && e.of.kind === "variable" && e.of.name === "asked" ? [e.field] : []));

function ruleOf(product: Product, rule: Rule, which: "one" | "several" | "all", ids: unknown, variables: OfRecords): Query {
  const entity = entityNamed(product, rule.entity);
  const s = systemScope(product, variables);
  const olds = variables.olds ? `(${s.params.bind(jsonOf(variables.olds), "jsonb")} -> r.id::text)` : variables.old ? s.params.bind(jsonOf(variables.old), "jsonb") : "null::jsonb";
  const named = withVariables(s, ["this", { kind: "row", entity, alias: "r" }], ["old", { kind: "json", entity, sql: olds }]);
  const asked = variables.askeds ? `(${s.params.bind(jsonOf(variables.askeds), "jsonb")} -> r.id::text)` : null;
  const self = asked === null ? named : withVariables(named, ["asked", { kind: "value", sql: asked, type: jsonType }]);
  const inMoment = rule.moment.kind === "always" ? [] : inStates(s, "r", rule.moment.states);
  if (which === "one")
    return s.params.query(`select r.id from ${fromTable(entity, "r")} where ${and([`r.id = ${s.params.bind(ids, "uuid")}`, ...inMoment, violation(self, entity, rule)])}`);
  const rows = and([...(which === "all" ? [] : [`r.id = any(${s.params.bind(ids, "uuid[]")})`]), ...inMoment]);
  const shared = sharing(self, "r");
  const violated = violation(shared, entity, rule);
  const { before, joins } = sharedParts(shared, (id) => `select distinct ${id} as id from ${fromTable(entity, "r")} where ${rows}`);
  return s.params.query(`${before}select r.id from ${fromTable(entity, "r")}${joins} where ${and([rows, violated])} order by r.id`);
}

export const inStates = (s: Scope, alias: string, states: readonly string[] | undefined): string[] =>
  states ? [`${alias}.state in (${states.map((x) => s.params.bind(x, "text")).join(", ")})`] : [];

/** A rule `while` states applies to the records in those states, among themselves. */
function violation(s: Scope, entity: Entity, rule: Rule): string {
  const body = rule.holds;
  if (body.kind === "expression") return `(${compileAs(s, body.expression, { kind: "boolean" })}) is false`;
  const other = withVariables(s, ["this", { kind: "row", entity, alias: "o" }]);
  const among = (x: Scope): string => (body.among ? condition(x, body.among) : "true");
  const agree = comparedFields(body).map((path) => `${pathSql(s, entity, "r", path)} = ${pathSql(s, entity, "o", path)}`);
  const shared = [among(s)];
  const others = ["o.id <> r.id", ...(rule.moment.kind === "while" ? inStates(s, "o", rule.moment.states) : [])];
  if (body.kind === "unique") return and([...shared, `exists (select 1 from ${fromTable(entity, "o")} where ${and([...others, ...agree, among(other)])})`]);
  const type = body.low.type;
  const less = body.highClosed ? "<=" : "<";
  const ends = (x: Scope): readonly [low: string, high: string] => [compileAs(x, body.low, type), compileAs(x, body.high, type)];
  const [mine, theirs] = [ends(s), ends(other)];
  // An empty period (from noon up to noon) overlaps nothing.
  const meet = [mine, theirs].flatMap(([low]) => [mine, theirs].map(([, high]) => `${low} ${less} ${high}`));
  return and([...shared, `exists (select 1 from ${fromTable(entity, "o")} where ${and([...others, ...notArchived(s, entity, "o"), ...agree, among(other), ...meet])})`]);
}

/** A field of a row, or a dotted path of names. Email addresses are compared case-insensitively. */
export function pathSql(s: Scope, entity: Entity, alias: string, path: string): string {
  const field = fieldOf(entity, path) ?? entity.fields.find((f) => fold(f.name) === fold(path));
  const [first, ...rest] = path.split(".");
  if (!field && rest.length > 0) {
    const reference = entity.fields.find((f) => fold(f.name) === fold(first!));
    if (reference?.type.kind === "reference") {
      const target = entityNamed(s.product, reference.type.entity);
      const x = s.params.alias("x");
      return `(select ${pathSql(s, target, x, rest.join("."))} from ${fromTable(target, x)} where ${x}.id = ${fieldSql(s, entity, alias, reference.name, fieldType(entity, reference))})`;
    }
  }
  const sql = fieldSql(s, entity, alias, path, field ? fieldType(entity, field) : { kind: "string" });
  return field?.type.kind === "formatted" && field.type.format === "email" ? `lower(${sql})` : sql;
}

/** What must be unique: addresses of mail in any letter case. */
export const uniqueValue = (s: Scope, entity: Entity, alias: string, name: string): string =>
  entity.name === "User" && name === "email" ? `lower(${alias}.email)` : pathSql(s, entity, alias, name);

/** Rows `{id, fields}` of violated uniqueness among `ids`; null where the entity has no unique fields. */
export function uniqueQuery(product: Product, entityName: string, ids: readonly string[]): Query | null {
  const sets = uniqueSets(entityNamed(product, entityName));
  const one = ids.length === 1;
  return sets.length === 0
    ? null
    : cachedStatement(product, ["unique", entityName, one], { values: { ids: one ? ids[0] : ids } }, (to) => uniqueOf(product, entityName, sets, one, to.values.ids));
}

function uniqueOf(product: Product, entityName: string, sets: readonly (readonly string[])[], one: boolean, ids: unknown): Query {
  const entity = entityNamed(product, entityName);
  const s = systemScope(product);
  const email = (name: string, alias: string): string => uniqueValue(s, entity, alias, name);
  const parts = sets.map(
    (fields) =>
      `select r.id, ${s.params.bind(fields, "text[]")} as fields from ${fromTable(entity, "r")} where ${and([one ? `r.id = ${s.params.bind(ids, "uuid")}` : `r.id = any(${s.params.bind(ids, "uuid[]")})`, `exists (select 1 from ${fromTable(entity, "o")} where ${and(["o.id <> r.id", ...fields.map((f) => `${email(f, "o")} = ${email(f, "r")}`)])})`])}`,
  );
  return s.params.query(parts.join(" union all "));
}
