/** Compiles lists to FROM clauses, so that filters and counts over many records stay in PostgreSQL's hands. */
import { type Expression, fold, type Type } from "@nonet/feel";
import { fieldOf } from "@nonet/model";
import { keptAs, sqlType } from "../../columns/column-type.ts";
import { joinTableOf } from "../../columns/columns.ts";
import { boundAs, valueBound } from "../../scope/bound-values.ts";
import { compileAs, isMixed, whereText } from "../../scope/coerce.ts";
import { compile, condition } from "../../scope/compile.ts";
import { exactJson } from "../../scope/conversions.ts";
import { mayBeNull } from "../../scope/may-be-null.ts";
import { type Bound, entityNamed, fromTable, type Scope, unsupported, withVariables } from "../../scope/scope.ts";
import { ident } from "../../sql/sql-text.ts";
import { member, recordOf } from "./fields.ts";
import { property } from "./properties.ts";

export interface Rows {
  readonly from: string;
  readonly where: readonly string[];
  readonly item: Bound;
  readonly type: Type;
  readonly order: string | null;
  /** Holds where there is no list at all, which isn't the same as an empty one; absent where that can't be. */
  readonly missing?: string;
}

/** What is made of a list is null where there is no list. */
export const unlessMissing = (rows: Rows, sql: string): string => (rows.missing === undefined ? sql : `(case when not (${rows.missing}) then ${sql} end)`);
const without = (rows: Rows): Rows => ({ from: rows.from, where: rows.where, item: rows.item, type: rows.type, order: rows.order });
const anyOf = (parts: readonly (string | undefined)[]): { missing?: string } => {
  const kept = parts.filter((part) => part !== undefined);
  return kept.length === 0 ? {} : { missing: kept.join(" or ") };
};

export const elementType = (type: Type): Type => (type.kind === "list" || type.kind === "range" ? type.of : type);

/** `to`: the upper end of `for i in e..to`. */
export function rowsOf(s: Scope, e: Expression, to?: Expression): Rows {
  if (to) return series(s, e, to);
  switch (e.kind) {
    case "global": {
      const entity = s.product.entities.find((x) => fold(x.name) === fold(e.name));
      return entity ? extent(s, entity.name) : unnested(s, compile(s, e), e.type);
    }
    case "path":
      return pathRows(s, e);
    case "filter": {
      const rows = without(rowsOf(s, e.of));
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
      return {
        from: all.map((r) => r.from).join(", "),
        where: all.flatMap((r) => r.where),
        item: valueBound(s, compile(inner, e.result), e.result.type),
        type: e.result.type,
        order: orders.length ? orders.join(", ") : null,
        ...anyOf(missingIn(all)),
      };
    }
    case "call": {
      const of = e.function === "flatten" ? e.arguments[0] : undefined;
      const inner = of?.kind === "path" && of.listed ? flattened(s, of) : undefined;
      return inner ?? unnested(s, compile(s, e), e.type, mayBeNull(s, e));
    }
    case "list": {
      if (isMixed(e)) return unsupported("values of several kinds in one list");
      const of = elementType(e.type);
      // Of different lengths: see `arrayOf`.
      const item = (i: Expression): string =>
        of.kind === "list" && i.type.kind === "list" ? `(case when ${compile(s, i)} is not null then ${exactJson(s, compile(s, i), i.type)} end)` : compileAs(s, i, keptAs(of));
      return unnested(s, e.items.length ? `array[${e.items.map(item).join(", ")}]::${sqlType({ kind: "list", of })}` : `'{}'::${sqlType({ kind: "list", of })}`, {
        kind: "list",
        of,
      });
    }
    case "range":
      return rangeRows(s, e);
    default:
      return unnested(s, compile(s, e), e.type, e.nullable || (e.kind === "variable" && e.type.kind === "list"));
  }
}

/** For each binding whether one of its lists is missing: those of an inner one are looked for over the rows before it. */
export function missingIn(all: readonly Rows[]): (string | undefined)[] {
  return all.map((rows, i) => {
    const before = all.slice(0, i);
    if (rows.missing === undefined || before.length === 0) return rows.missing;
    return `exists (select 1 from ${before.map((r) => r.from).join(", ")}${whereText([...before.flatMap((r) => r.where), `(${rows.missing})`])})`;
  });
}

/** What is longer is no list for the closures either: it would only fill the memory. */
const longestSeries = 1_000_000;

/** Whole numbers or days from one to the other, downwards where the second is smaller; without ends, or between halves, there is no list. */
function series(s: Scope, low: Expression, high: Expression): Rows {
  const a = s.params.alias("s");
  const type: Type = low.type.kind === "date" ? low.type : { kind: "number", integer: true };
  const [l, h] = [compileAs(s, low, type), compileAs(s, high, type)];
  const missing = [low, high].flatMap((end, i): string[] => {
    const sql = i === 0 ? l : h;
    const fraction = type.kind === "number" && !(end.type.kind === "number" && end.type.integer) ? [`${sql} <> trunc(${sql})`] : [];
    return [...(end.nullable ? [`${sql} is null`] : []), ...fraction];
  });
  if (low.kind !== "literal" || high.kind !== "literal" || [low, high].some((end) => String(end.value).length > 6)) missing.push(`abs(${h} - ${l}) > ${longestSeries}`);
  const [from, to, step, value] =
    type.kind === "date"
      ? [`(${l})::timestamp`, `(${h})::timestamp`, `case when ${l} <= ${h} then interval '1 day' else interval '-1 day' end`, `${a}.v::date`]
      : [`(${l})::numeric`, `(${h})::numeric`, `case when ${l} <= ${h} then 1 else -1 end`, `${a}.v`];
  return {
    from: `generate_series(${from}, ${to}, ${step}) with ordinality ${a}(v, n)`,
    where: [],
    item: { kind: "value", sql: value!, type },
    type,
    order: `${a}.n`,
    ...(missing.length === 0 ? {} : { missing: missing.join(" or ") }),
  };
}

function rangeRows(s: Scope, e: Expression & { kind: "range" }): Rows {
  if (!e.low || !e.high) return unsupported("a range without ends as a list");
  const rows = series(s, e.low, e.high);
  const type = rows.type;
  const ends = [e.lowClosed ? [] : [e.low], e.highClosed ? [] : [e.high]].flat().map((end) => `${boundAs(s, rows.item, type)} <> ${compileAs(s, end, type)}`);
  return { ...rows, where: ends };
}

function extent(s: Scope, name: string, archived = false): Rows {
  const entity = entityNamed(s.product, name);
  const alias = s.params.alias();
  const where = [s.visibility?.record(s, entity, alias) ?? "true"];
  if (entity.deleting.allowed === "archives" && !archived) where.push(`${alias}.archived_at is null`);
  if (s.visibility) s.readable.add(alias);
  return { from: fromTable(entity, alias), where, item: { kind: "row", entity, alias }, type: { kind: "record", name: entity.name }, order: `${alias}.created_at, ${alias}.id` };
}

function pathRows(s: Scope, e: Expression & { kind: "path" }): Rows {
  if (e.listed) {
    const rows = rowsOf(s, e.of);
    if (rows.item.kind === "value" && /^(date|time|date and time|.* duration)$/.test(rows.type.kind)) {
      const type = elementType(e.type);
      return { ...rows, item: { kind: "value", sql: property(s, boundAs(s, rows.item, rows.type), rows.type, fold(e.field)), type }, type };
    }
    if (rows.item.kind === "value" && rows.type.kind !== "record")
      return { ...rows, item: valueBound(s, member(s, rows.item, rows.type, e.field, elementType(e.type)), elementType(e.type)), type: elementType(e.type) };
    const self = rows.item as Exclude<Bound, { kind: "value" }>;
    const of = elementType(e.type);
    const inner = listField(s, self, e.field);
    if (inner) {
      const list = exactJson(s, arrayOf(s, inner, of), of);
      const sql = self.kind === "row" ? list : `(case when ${boundAs(s, self, rows.type)} is not null then ${list} end)`;
      return { ...rows, item: { kind: "value", sql, type: { kind: "any" } }, type: of };
    }
    return { ...rows, item: valueBound(s, member(s, self, rows.type, e.field, of), of), type: of };
  }
  if (e.of.type.kind === "record") {
    const self = recordOf(s, e.of);
    const rows = listField(s, self, e.field);
    if (rows) return (e.of.nullable || e.of.kind === "variable") && self.kind !== "row" ? { ...rows, missing: `${boundAs(s, self, e.of.type)} is null` } : rows;
  }
  return unnested(s, compile(s, e), e.type, mayBeNull(s, e));
}

/** `flatten(things.lines)`: the lists of all elements as one. */
export function flattened(s: Scope, e: Expression & { kind: "path" }): Rows | undefined {
  const rows = rowsOf(s, e.of);
  // An element that may be null has no list: what comes of it isn't the same as of an empty one.
  const inner = rows.item.kind === "row" ? listField(s, rows.item, e.field) : undefined;
  if (!inner) return undefined;
  const l = s.params.alias("l");
  const entity = entityNamed(s.product, (inner.type as { name: string }).name);
  const order = [rows.order, `${l}.n`].filter((o) => o !== null).join(", ");
  return {
    ...rows,
    from: `${rows.from}, lateral (select ${boundAs(s, inner.item, inner.type)} as v, row_number() over (${inner.order ? `order by ${inner.order}` : ""}) as n from ${inner.from}${whereText(inner.where)}) ${l}`,
    item: { kind: "id", entity, sql: `${l}.v` },
    type: inner.type,
    order,
  };
}

/** The rows of an inverse list or a many-to-many field; undefined for any other field. */
export function listField(s: Scope, of: Bound, name: string): Rows | undefined {
  if (of.kind === "value") return undefined;
  const field = fieldOf(of.entity, name) ?? of.entity.fields.find((f) => fold(f.name) === fold(name));
  if (field?.computed && (field.type.kind === "references" || field.type.kind === "inverse")) {
    const type: Type = { kind: "list", of: { kind: "record", name: field.type.entity } };
    return unnested(s, member(s, of, { kind: "record", name: of.entity.name }, field.name, type), type);
  }
  const id = boundAs(s, of, { kind: "record", name: of.entity.name });
  const part = s.product.entities.find((x) => x.partOf?.entity === of.entity.name && fold(x.partOf.list) === fold(name));
  const inverse = field?.type.kind === "inverse" ? { entity: field.type.entity, by: field.type.by } : !field && part ? { entity: part.name, by: part.partOf!.field } : null;
  if (inverse) {
    const rows = extent(s, inverse.entity);
    const target = entityNamed(s.product, inverse.entity);
    const by = target.fields.find((f) => fold(f.name) === fold(inverse.by)) ?? unsupported(`${inverse.entity} has no field ${inverse.by}`);
    const alias = (rows.item as { alias: string }).alias;
    const owned =
      by.type.kind === "references"
        ? `exists (select 1 from ${joinTableOf(target, by)} m where m.from_id = ${alias}.id and m.to_id = ${id})`
        : `${alias}.${ident(by.column)} = ${id}`;
    return { ...rows, where: [owned, ...rows.where] };
  }
  if (field?.type.kind !== "references") return undefined;
  const rows = extent(s, field.type.entity, true);
  const alias = (rows.item as { alias: string }).alias;
  const m = s.params.alias("m");
  return {
    ...rows,
    from: `${joinTableOf(of.entity, field)} ${m} join ${rows.from} on ${alias}.id = ${m}.to_id`,
    where: [`${m}.from_id = ${id}`, ...rows.where],
    order: `${m}.position`,
  };
}

export function unnested(s: Scope, sql: string, type: Type, nullable = false): Rows {
  const a = s.params.alias("u");
  const missing = nullable ? { missing: `${sql} is null` } : {};
  if (type.kind === "list")
    return {
      ...missing,
      from: `unnest(${sql}) with ordinality ${a}(v, n)`,
      where: [],
      item: sqlType(type) === "jsonb[]" ? { kind: "value", sql: `${a}.v`, type: { kind: "any" } } : valueBound(s, `${a}.v`, type.of),
      type: type.of.kind === "null" ? { kind: "any" } : type.of,
      order: `${a}.n`,
    };
  if (sqlType(type) === "jsonb")
    return {
      ...(nullable ? { missing: `nullif(${sql}, 'null'::jsonb) is null` } : {}),
      from: `nonet.json_items(${sql}) with ordinality ${a}(v, n)`,
      where: [],
      item: { kind: "value", sql: `${a}.v`, type: { kind: "any" } },
      type: { kind: "any" },
      order: `${a}.n`,
    };
  return { ...missing, from: `(select ${sql} as v) ${a}`, where: [`${a}.v is not null`], item: valueBound(s, `${a}.v`, type), type, order: null };
}

export const itemSql = (s: Scope, rows: Rows): string => boundAs(s, rows.item, rows.type);

export function arrayOf(s: Scope, rows: Rows, type: Type): string {
  const target: Type = type.kind === "list" ? type : { kind: "list", of: rows.type };
  // Lists of lists are kept as JSON: PostgreSQL's arrays have no elements of different lengths.
  const sql = boundAs(s, rows.item, sqlType(target) === "jsonb[]" ? { kind: "any" } : elementType(target));
  return unlessMissing(rows, `array(select ${sql} from ${rows.from}${whereText(rows.where)}${rows.order ? ` order by ${rows.order}` : ""})`);
}
