/** Evaluates expressions, templates and conditions over one record as `this`, with everything visible unless a reader is given. */
import type { Expression, Type } from "@nonet/feel";
import type { Product, Template } from "@nonet/model";
import { displayText } from "../expressions/display-text.ts";
import { itemSql } from "../expressions/fields/row-source.ts";
import { rowsOf } from "../expressions/fields/rows.ts";
import { compileAs, whereText } from "../scope/coerce.ts";
import { compile, condition } from "../scope/compile.ts";
import { isoText, toJson } from "../scope/conversions.ts";
import { joining, joinsOf } from "../scope/joined-references.ts";
import { textIfShown } from "../scope/not-shown-values.ts";
import { entityNamed, fromTable, type Scope, withVariables } from "../scope/scope.ts";
import { descend } from "../scope/walk.ts";
import type { Query, Reader, ReadRow, Variables } from "../sql/query.ts";
import { cachedStatement } from "../sql/statement-cache.ts";
import { notArchived } from "../visibility/archived-rows.ts";
import { systemScope } from "../expressions/system-scope.ts";
import { evaluationScope } from "../visibility/evaluation-scope.ts";
import { RowColumns } from "../rows/row-columns.ts";
import { momentText, momentValue } from "../rows/row-value.ts";
import { recordAnswer, recordInColumns } from "./record-json.ts";
import { rowScope, shownText } from "./row-scope.ts";

/** ` from … r where r.id = …`, or "" without a record. */
function fromRecord(s: Scope, product: Product, entityName: string | null, id: string | null): string {
  if (entityName === null || id === null) return "";
  return ` from ${fromTable(entityNamed(product, entityName), "r")} where r.id = ${s.params.bind(id, "uuid")}`;
}

/** One row `{values: {name: API form}}`; a record is its id as text. No row where the record isn't there. */
export function valuesQuery(
  product: Product,
  entity: string | null,
  id: string | null,
  expressions: readonly { readonly name: string; readonly expression: Expression; readonly as?: Type }[],
  variables?: Variables,
  reader: Reader | null = null,
): Query {
  const key = ["values", entity, id === null, reader === null, expressions.map((e) => [e.name, e.expression, e.as ? JSON.stringify(e.as) : ""])];
  return cachedStatement(product, key, { reader, variables: variables ?? {}, values: { id } }, (to) =>
    valuesOf(product, entity, id === null ? null : to.values.id, expressions, to.variables, to.reader ?? null),
  );
}

function valuesOf(product: Product, entity: string | null, id: string | null, expressions: Parameters<typeof valuesQuery>[3], variables: Variables, reader: Reader | null): Query {
  const s = evaluationScope(product, id === null ? null : entity, variables, reader);
  const objects = chunked(expressions).map(
    (some) =>
      `jsonb_build_object(${some.map(({ name, expression, as }) => `${s.params.bind(name, "text")}, ${toJson(s, as ? compileAs(s, expression, as) : compile(s, expression), as ?? expression.type)}`).join(", ")})`,
  );
  return s.params.query(`select ${objects.join(" || ") || "'{}'::jsonb"} as values${fromRecord(s, product, entity, id)}`);
}

const chunked = <T>(items: readonly T[]): T[][] => Array.from({ length: Math.ceil(items.length / 48) }, (_, i) => items.slice(i * 48, i * 48 + 48));

/** One row `{texts: {name: string}}`; null is "". */
export function templateQuery(
  product: Product,
  entity: string | null,
  id: string | null,
  templates: readonly { readonly name: string; readonly template: Template; readonly form: "readable" | "plain" }[],
  variables?: Variables,
): Query {
  const key = ["texts", entity, id === null, templates.map((t) => [t.name, ...t.template, t.form])];
  return cachedStatement(product, key, { variables: variables ?? {}, values: { id } }, (to) =>
    textsOf(product, entity, id === null ? null : to.values.id, templates, to.variables),
  );
}

function textsOf(product: Product, entity: string | null, id: string | null, templates: Parameters<typeof templateQuery>[3], variables: Variables): Query {
  const s = evaluationScope(product, id === null ? null : entity, variables);
  const objects = chunked(templates).map(
    (some) => `jsonb_build_object(${some.map(({ name, template, form }) => `${s.params.bind(name, "text")}, ${templateSql(s, template, form)}`).join(", ")})`,
  );
  return s.params.query(`select ${objects.join(" || ") || "'{}'::jsonb"} as texts${fromRecord(s, product, entity, id)}`);
}

/** The template without the expressions that read the record, for texts where there is none. */
export const withoutRecord = (template: Template): Template => template.map((part) => (typeof part === "string" || !isOfRecord(part) ? part : ""));

const isOfRecord = (part: Expression): boolean => descend(part).some((e) => e.kind === "variable" && e.name === "this");

export function templateSql(s: Scope, template: Template, form: "readable" | "plain"): string {
  const pieces = template.map((piece) => {
    if (typeof piece === "string") return s.params.bind(piece, "text");
    const sql = piece.type.kind === "record" ? shownText(s, piece) : form === "readable" ? displayText(s, piece) : isoText(compile(s, piece), piece.type);
    return `coalesce(${form === "readable" ? textIfShown(s, piece, sql) : sql}, '')`;
  });
  return pieces.length ? `(${pieces.join(" || ")})` : "''";
}

/** One row `{holds: boolean}`; null counts as false. */
export function guardQuery(product: Product, entity: string, id: string, holds: Expression, variables?: Variables): Query {
  return cachedStatement(product, ["guard", entity, holds], { variables: variables ?? {}, values: { id } }, (to) => {
    const s = evaluationScope(product, entity, to.variables);
    return s.params.query(`select coalesce(${compileAs(s, holds, { kind: "boolean" })}, false) as holds${fromRecord(s, product, entity, to.values.id)}`);
  });
}

/** Rows `{id}` of the records for which it holds, oldest first. */
export function whereQuery(product: Product, entityName: string, holds: Expression | null, variables?: Variables): Query {
  return cachedStatement(product, ["where", entityName, holds], { variables: variables ?? {}, values: {} }, (to) => idsWhere(product, entityName, holds, to.variables));
}

function idsWhere(product: Product, entityName: string, holds: Expression | null, variables: Variables): Query {
  const s = evaluationScope(product, entityName, variables);
  const entity = entityNamed(product, entityName);
  return s.params.query(`select r.id from ${fromTable(entity, "r")}${whereText([...notArchived(s, entity), holds ? condition(s, holds) : "true"])} order by r.created_at, r.id`);
}

/** Rows `{id}`: the records of an expression. */
export function recordsQuery(product: Product, entity: string | null, id: string | null, expression: Expression, variables?: Variables, reader: Reader | null = null): Query {
  return cachedStatement(product, ["records", entity, id === null, reader === null, expression], { reader, variables: variables ?? {}, values: { id } }, (to) =>
    recordsOf(product, entity, id === null ? null : to.values.id, expression, to.variables, to.reader ?? null),
  );
}

function recordsOf(product: Product, entity: string | null, id: string | null, expression: Expression, variables: Variables, reader: Reader | null): Query {
  const s = evaluationScope(product, id === null ? null : entity, variables, reader);
  const rows = rowsOf(s, expression);
  const wanted = rows.type.kind === "record" ? itemSql(s, rows) : `nonet.json_id(${itemSql(s, rows)})`;
  const inner = `select ${wanted} as id, row_number() over (${rows.order ? `order by ${rows.order}` : ""}) as n from ${rows.from}${whereText(rows.where)}`;
  const outer = fromRecord(s, product, entity, id);
  return s.params.query(
    outer === ""
      ? `select x.id from (${inner}) x where x.id is not null order by x.n`
      : `select x.id from (select r.*${outer}) r, lateral (${inner}) x where x.id is not null order by x.n`,
  );
}

/** `{id, version, record}` with everything visible, computed fields included. */
export function wholeRecordQuery(product: Product, entityName: string, ids: readonly string[]): Query {
  const one = ids.length === 1;
  return cachedStatement(product, ["whole", entityName, one], { values: { ids: one ? ids[0] : ids } }, (to) => {
    const s = evaluationScope(product, entityName);
    const entity = entityNamed(product, entityName);
    const which = one
      ? `r.id = ${s.params.bind(to.values.ids, "uuid")}`
      : `r.id = any(${s.params.bind(to.values.ids, "uuid[]")}) order by array_position(${s.params.bind(to.values.ids, "uuid[]")}, r.id)`;
    const withJoins = joining(s, "r");
    return s.params.query(`select r.id, r.version, ${recordAnswer(withJoins, entity, "r")} as record from ${fromTable(entity, "r")}${joinsOf(withJoins)} where ${which}`);
  });
}

/** `{id, version, state, at, record, visible}`, locked for update; `at` is the moment that the change writes, `visible` whether `reader` may read the record. */
export function lockQuery(product: Product, entityName: string, id: string, reader: Reader | null = null): Query {
  const given = { ...(reader ? { reader } : {}), values: { id } };
  return cachedStatement(product, ["lock", entityName, reader !== null], given, (to) => lockOf(product, entityName, to.values.id, reader ? to.reader : null));
}

/** The same rows for many records, for no reader. */
export function lockManyQuery(product: Product, entityName: string, ids: readonly string[]): Query {
  return cachedStatement(product, ["lock many", entityName], { values: { ids } }, (to) => lockOf(product, entityName, to.values.ids, null, true));
}

/**
 * One row `{record, keys}`: the record as `lockQuery` reads it, without a lock and for no reader. Its one key is a moment that is
 * that of no change: the statement that writes the record sets it.
 */
export function unlockedQuery(product: Product, entityName: string, id: string): Query {
  const query = cachedStatement(product, ["unlocked", entityName], { values: { id } }, (to) => {
    const entity = entityNamed(product, entityName);
    const s = joining(evaluationScope(product, entityName), "r");
    const columns = new RowColumns("r");
    const record = recordInColumns(columns, s, entity, "r");
    const read = columns.reader(record);
    const at = columns.add(momentValue("now()").sql);
    const readRow: ReadRow = (fields) => ({ ...read(fields), keys: [momentText(fields[at]!)] });
    return { ...s.params.query(`select ${columns.list} from ${fromTable(entity, "r")}${joinsOf(s, "one")} where r.id = ${s.params.bind(to.values.id, "uuid")}`), readRow };
  });
  return { ...query, startsPipeline: true, isShort: true };
}

function lockOf(product: Product, entityName: string, id: unknown, reader: Reader | null, isMany = false): Query {
  const visible = reader ? rowScope(product, reader, entityName) : null;
  const entity = entityNamed(product, entityName);
  const s = withVariables(systemScope(product, {}, visible?.s.params), ["this", { kind: "row", entity, alias: "r" }]);
  const state = product.machines.some((m) => m.entity === entity.name && m.field === "state") ? "r.state" : "null::text";
  const withJoins = joining(s, "r");
  return s.params.query(
    `select r.id, r.version, ${state} as state, nonet.instant_text(nonet.now()) as at, (${visible?.may ?? "true"}) as visible, ${recordAnswer(withJoins, entity, "r")} as record from ${fromTable(entity, "r")}${joinsOf(withJoins)} where r.id = ${isMany ? `any(${s.params.bind(id, "uuid[]")}) order by r.id` : s.params.bind(id, "uuid")} for update of r`,
  );
}
