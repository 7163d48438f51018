/** Compiles lists to FROM clauses, so that filters and counts over many records stay in PostgreSQL's hands. */
import { fieldOf } from "@nonet/model";
import { fold, type Expression, type Type } from "@nonet/feel";
import { ident } from "./sql-text.ts";
import { joinTableOf, sqlType } from "./columns.ts";
import { boundAs, compile, compileAs, condition, valueBound, whereText } from "./compile-expression.ts";
import { entityNamed, fromTable, unsupported, withVariables, type Bound, type Scope } from "./compile-scope.ts";
import { member, recordOf } from "./compile-path.ts";
import { recordPredicate } from "./sight.ts";

export interface Rows {
  readonly from: string;
  readonly where: readonly string[];
  readonly item: Bound;
  readonly type: Type;
  readonly order: string | null;
}

export const elementType = (type: Type): Type => (type.kind === "list" || type.kind === "range" ? type.of : type);

/** `to`: the upper end of `for i in e..to`. */
export function rowsOf(s: Scope, e: Expression, to?: Expression): Rows {
  if (to) return series(s, e, to);
  switch (e.kind) {
    case "global": {
      const entity = s.product.entities.find((x) => fold(x.name) === fold(e.name));
      return entity ? extent(s, entity.name) : unnested(s, compile(s, e), e.type);
    }
    case "path": return pathRows(s, e);
    case "filter": {
      const rows = rowsOf(s, e.of);
      return { ...rows, where: [...rows.where, condition(withVariables(s, [e.item, rows.item]), e.condition)] };
    }
    case "for": {
      let inner = s;
      const all = e.bindings.map((b) => {
        const rows = rowsOf(inner, b.of, b.to);
        inner = withVariables(inner, [b.name, rows.item]);
        return rows;
      });
      const orders = all.map((r) => r.order).filter((o) => o !== null);
      return { from: all.map((r) => r.from).join(", "), where: all.flatMap((r) => r.where), item: valueBound(s, compile(inner, e.result), e.result.type), type: e.result.type, order: orders.length ? orders.join(", ") : null };
    }
    case "list": {
      const of = elementType(e.type);
      return unnested(s, e.items.length ? `array[${e.items.map((i) => compileAs(s, i, of)).join(", ")}]::${sqlType({ kind: "list", of })}` : `'{}'::${sqlType({ kind: "list", of })}`, { kind: "list", of });
    }
    case "range": return e.low && e.high ? series(s, e.low, e.high) : unsupported("a range without ends as a list");
    default: return unnested(s, compile(s, e), e.type);
  }
}

function series(s: Scope, low: Expression, high: Expression): Rows {
  const a = s.params.alias("s");
  const type = low.type;
  if (type.kind === "date") return { from: `generate_series((${compile(s, low)})::timestamp, (${compile(s, high)})::timestamp, interval '1 day') ${a}(v)`, where: [], item: { kind: "value", sql: `${a}.v::date`, type }, type, order: `${a}.v` };
  const [l, h] = [compileAs(s, low, { kind: "number" }), compileAs(s, high, { kind: "number" })];
  return { from: `generate_series((${l})::numeric, (${h})::numeric, case when (${l}) <= (${h}) then 1 else -1 end) with ordinality ${a}(v, n)`, where: [], item: { kind: "value", sql: `${a}.v`, type: { kind: "number", integer: true } }, type: { kind: "number", integer: true }, order: `${a}.n` };
}

function extent(s: Scope, name: string): Rows {
  const entity = entityNamed(s.product, name);
  const alias = s.params.alias();
  const where = [recordPredicate(s, entity, alias)];
  if (entity.deleting.allowed === "archives") where.push(`${alias}.archived_at is null`);
  if (s.sight) s.readable.add(alias);
  return { from: fromTable(entity, alias), where, item: { kind: "row", entity, alias }, type: { kind: "record", name: entity.name }, order: `${alias}.created_at, ${alias}.id` };
}

function pathRows(s: Scope, e: Expression & { kind: "path" }): Rows {
  if (e.listed) {
    const rows = rowsOf(s, e.of);
    if (rows.item.kind === "value" && rows.type.kind !== "record") return { ...rows, item: valueBound(s, member(s, rows.item, rows.type, e.field, elementType(e.type)), elementType(e.type)), type: elementType(e.type) };
    const self = rows.item as Exclude<Bound, { kind: "value" }>;
    const inner = listField(s, self, e.field);
    if (inner) {
      const l = s.params.alias("l");
      const entity = entityNamed(s.product, (inner.type as { name: string }).name);
      return { from: `${rows.from}, lateral (select ${boundAs(s, inner.item, inner.type)} as v from ${inner.from}${whereText(inner.where)}) ${l}`, where: rows.where, item: { kind: "id", entity, sql: `${l}.v` }, type: inner.type, order: rows.order };
    }
    const of = elementType(e.type);
    return { ...rows, item: valueBound(s, member(s, self, rows.type, e.field, of), of), type: of };
  }
  if (e.of.type.kind === "record") {
    const rows = listField(s, recordOf(s, e.of), e.field);
    if (rows) return rows;
  }
  return unnested(s, compile(s, e), e.type);
}

/** The rows of an inverse list or a many-to-many field; undefined for any other field. */
export function listField(s: Scope, of: Bound, name: string): Rows | undefined {
  if (of.kind === "value") return undefined;
  const field = fieldOf(of.entity, name) ?? of.entity.fields.find((f) => fold(f.name) === fold(name));
  const id = boundAs(s, of, { kind: "record", name: of.entity.name });
  const part = s.product.entities.find((x) => x.partOf?.entity === of.entity.name && fold(x.partOf.list) === fold(name));
  const inverse = field?.type.kind === "inverse" ? { entity: field.type.entity, by: field.type.by } : !field && part ? { entity: part.name, by: part.partOf!.field } : null;
  if (inverse) {
    const rows = extent(s, inverse.entity);
    const target = entityNamed(s.product, inverse.entity);
    const by = target.fields.find((f) => fold(f.name) === fold(inverse.by)) ?? unsupported(`${inverse.entity} has no field ${inverse.by}`);
    const alias = (rows.item as { alias: string }).alias;
    const owned = by.type.kind === "references" ? `exists (select 1 from ${joinTableOf(target, by)} m where m.from_id = ${alias}.id and m.to_id = ${id})` : `${alias}.${ident(by.column)} = ${id}`;
    return { ...rows, where: [owned, ...rows.where] };
  }
  if (field?.type.kind !== "references") return undefined;
  const rows = extent(s, field.type.entity);
  const alias = (rows.item as { alias: string }).alias;
  const m = s.params.alias("m");
  return { ...rows, from: `${joinTableOf(of.entity, field)} ${m} join ${rows.from} on ${alias}.id = ${m}.to_id`, where: [`${m}.from_id = ${id}`, ...rows.where], order: `${m}.position` };
}

export function unnested(s: Scope, sql: string, type: Type): Rows {
  const a = s.params.alias("u");
  if (type.kind === "list") return { from: `unnest(${sql}) with ordinality ${a}(v, n)`, where: [], item: valueBound(s, `${a}.v`, type.of), type: type.of, order: `${a}.n` };
  if (sqlType(type) === "jsonb") return { from: `nonet.json_items(${sql}) with ordinality ${a}(v, n)`, where: [], item: { kind: "value", sql: `${a}.v`, type: { kind: "any" } }, type: { kind: "any" }, order: `${a}.n` };
  return { from: `(select ${sql} as v) ${a}`, where: [`${a}.v is not null`], item: valueBound(s, `${a}.v`, type), type, order: null };
}

export const itemSql = (s: Scope, rows: Rows): string => boundAs(s, rows.item, rows.type);

export function arrayOf(s: Scope, rows: Rows, type: Type): string {
  const target: Type = type.kind === "list" ? type : { kind: "list", of: rows.type };
  const sql = boundAs(s, rows.item, elementType(target));
  return `array(select ${sql} from ${rows.from}${whereText(rows.where)}${rows.order ? ` order by ${rows.order}` : ""})`;
}
