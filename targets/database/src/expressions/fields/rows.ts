/** Compiles a list to a FROM clause, so that PostgreSQL filters and counts records without building the list. */
import { type Expression, fold } from "@nonet/feel";
import { keptAs, sqlType } from "../../columns/column-type.ts";
import { boundAs, valueBound } from "../../scope/bound-values.ts";
import { compileAs, isMixed, whereText } from "../../scope/coerce.ts";
import { compile, condition } from "../../scope/compile.ts";
import { exactJson } from "../../scope/conversions.ts";
import { mayBeNull } from "../../scope/may-be-null.ts";
import { type Bound, entityNamed, ofDocument, type Scope, unsupported, withVariables } from "../../scope/scope.ts";
import { member, recordOf } from "./fields.ts";
import { property } from "./properties.ts";
import { extent, listField } from "./record-lists.ts";
import { arrayOf, elementType, type Rows, unnested } from "./row-source.ts";
import { rangeRows, series } from "./series.ts";

const withoutMissing = (rows: Rows): Rows => ({ from: rows.from, where: rows.where, item: rows.item, type: rows.type, order: rows.order });
const anyOf = (parts: readonly (string | undefined)[]): { missing?: string } => {
  const kept = parts.filter((part) => part !== undefined);
  return kept.length === 0 ? {} : { missing: kept.join(" or ") };
};

/** `to` is the upper end of `for i in e..to`. */
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
      const rows = withoutMissing(rowsOf(s, e.of));
      return { ...rows, where: [...rows.where, condition(withVariables(ofDocument(s), [e.item, rows.item]), e.condition)] };
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
      // Elements can differ in length: see `arrayOf`.
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

/** For each binding, SQL that is true where its list is missing. An inner binding is tested over the rows of the bindings before it. */
export function missingIn(all: readonly Rows[]): (string | undefined)[] {
  return all.map((rows, i) => {
    const before = all.slice(0, i);
    if (rows.missing === undefined || before.length === 0) return rows.missing;
    return `exists (select 1 from ${before.map((r) => r.from).join(", ")}${whereText([...before.flatMap((r) => r.where), `(${rows.missing})`])})`;
  });
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

/** `flatten(things.lines)`: all lists as one. */
export function flattened(s: Scope, e: Expression & { kind: "path" }): Rows | undefined {
  const rows = rowsOf(s, e.of);
  // An element that may be null has no list, which isn't the same as an empty one.
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
