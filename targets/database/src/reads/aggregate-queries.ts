/** The queries of numbers, charts and reports, over the records that the reader may see. */
import type { Expression, Type } from "@nonet/feel";
import type { Aggregate, Condition, Group, Product, Sees, Shows } from "@nonet/model";
import { unlessNull } from "../expressions/calls/aggregate-calls.ts";
import { compileAs } from "../scope/coerce.ts";
import { compile, condition } from "../scope/compile.ts";
import { isoText, numberText, toJson } from "../scope/conversions.ts";
import { mayBeNotShown } from "../scope/not-shown-values.ts";
import { entityNamed, fromTable, ofDocument, type Scope } from "../scope/scope.ts";
import type { Query, Reader } from "../sql/query.ts";
import { and } from "../sql/sql-text.ts";
import { recordPredicate } from "../visibility/predicates.ts";
import { readerScope } from "../visibility/reader-scope.ts";
import { periodLabel, valueLabel } from "./group-labels.ts";
import { rowScope, shownText } from "./row-scope.ts";

/** One row `{value, open}`: JSON in the API's form. Where the value may depend on something not shown, `open` names it. */
export function numberQuery(product: Product, reader: Reader, expression: Expression, sees: Sees = "reader"): Query {
  const s = seeing(readerScope(product, reader), sees);
  const value = toJson(s, compile(s, expression), expression.type);
  if (!mayBeNotShown(product, expression)) return s.params.query(`select ${value} as value`);
  return s.params.query(
    `select x.j -> 'value' as value, x.j ->> '_notShown:value' as open from (select case when nonet.track_not_shown() then nonet.field_or_not_shown('value', to_jsonb(${value})) end as j offset 0) x`,
  );
}

/** Rows `{label, value, known, unknown}`, all text (an empty value is null), in the order of the labels. `known`: the value of the records that have one, where `unknown` others have none. */
export function chartQuery(
  product: Product,
  reader: Reader,
  chart: { readonly entity: string; readonly where: Condition | null; readonly value: Aggregate; readonly by: Group; readonly sees: Sees },
): Query {
  const { s, from } = source(product, reader, chart, [chart.by], [chart.value]);
  return s.params.query(
    `select coalesce(x.g1, '') as label, ${aggregateSql(chart.value, "v1")} as value, ${knownSql(chart.value, "v1")} as known, ${unknownSql(chart.value, "v1")} as unknown from (${from}) x group by x.g1, x.o1 order by x.o1 nulls last`,
  );
}

/** Rows `{row, column, values, known, unknown}`, each a list of texts; an empty value is null. `known`: the value of the records that have one, where `unknown` others have none. */
export function reportQuery(product: Product, reader: Reader, report: Extract<Shows, { kind: "report" }>): Query {
  const groups = [...report.rows, ...report.columns];
  const { s, from } = source(product, reader, report, groups, report.values);
  const labels = (start: number, count: number): string => `array[${Array.from({ length: count }, (_, i) => `coalesce(x.g${start + i + 1}, '')`).join(", ")}]::text[]`;
  const keys = groups.flatMap((_, i) => [`x.g${i + 1}`, `x.o${i + 1}`]);
  const order = groups.map((_, i) => `x.o${i + 1} nulls last`);
  return s.params.query(
    `select ${labels(0, report.rows.length)} as row, ${labels(report.rows.length, report.columns.length)} as "column", ${valuesOf(report)} from (${from}) x${keys.length ? ` group by ${keys.join(", ")} order by ${order.join(", ")}` : ""}`,
  );
}

/**
 * Rows `{row, column, values, known, unknown}` for the totals of a report: of each row, of each column and of everything. What a total goes
 * over is null. A total goes over records, not over groups: groups without records don't count.
 */
export function reportTotalsQuery(product: Product, reader: Reader, report: Extract<Shows, { kind: "report" }>): Query {
  const groups = [...report.rows, ...report.columns];
  const { s, from } = source(product, reader, report, groups, report.values);
  const labels = groups.map((_, i) => `x.g${i + 1}`);
  const [rows, columns] = [labels.slice(0, report.rows.length), labels.slice(report.rows.length)];
  const named = (of: readonly string[]): string =>
    of.length === 0 || of.length === labels.length
      ? "null::text[]"
      : `case when grouping(${of.join(", ")}) = 0 then array[${of.map((g) => `coalesce(${g}, '')`).join(", ")}]::text[] end`;
  const sets = [rows, columns, []].filter((set, i) => (i === 2 || set.length > 0) && set.length < labels.length);
  return s.params.query(
    `select ${named(rows)} as row, ${named(columns)} as "column", ${valuesOf(report)} from (${from}) x group by grouping sets (${sets.map((set) => `(${set.join(", ")})`).join(", ")})`,
  );
}

function valuesOf({ values }: Extract<Shows, { kind: "report" }>): string {
  const texts = (sql: (v: Aggregate, column: string) => string): string => `array[${values.map((v, i) => sql(v, `v${i + 1}`)).join(", ")}]::text[]`;
  return `${texts(aggregateSql)} as values, ${texts(knownSql)} as known, ${texts(unknownSql)} as unknown`;
}

/** One row per record: the label and order of each group, and each value. */
function source(
  product: Product,
  reader: Reader,
  of: { readonly entity: string; readonly where: Condition | null; readonly sees: Sees },
  groups: readonly Group[],
  values: readonly Aggregate[],
): { s: Scope; from: string } {
  const { s: restricted, entity, may } = rowScope(product, reader, of.entity);
  const s = seeing(restricted, of.sees);
  const columns = [
    ...groups.flatMap((g, i) => {
      const { label, order } = groupSql(s, g);
      return [`${label} as g${i + 1}`, `${order} as o${i + 1}`];
    }),
    ...values.map((v, i) => `${v.of ? compileAs(s, v.of.expression, valueType(v)) : "1::numeric"} as v${i + 1}`),
  ];
  const archived = entity.deleting.allowed === "archives" ? ["r.archived_at is null"] : [];
  return {
    s,
    from: `select ${columns.join(", ")} from ${fromTable(entity, "r")} where ${and([s.visibility ? may : "true", ...archived, ...(of.where ? [condition(ofDocument(s), of.where.expression)] : [])])}`,
  };
}

/** `Sees: everything`: the value is made of all records. */
const seeing = (s: Scope, sees: Sees): Scope => (sees === "everything" ? { ...s, visibility: null } : s);

/**
 * One row `{entity}` for the first of the entities of which the reader may read no record, so that a value made of them
 * says nothing. It depends only on what the reader may read, and so discloses nothing about other records.
 */
export function unreadableQuery(product: Product, reader: Reader, entities: readonly string[]): Query | null {
  const s = readerScope(product, reader);
  const tests = entities.flatMap((name) => {
    const entity = entityNamed(product, name);
    const x = s.params.alias("x");
    const may = recordPredicate(s, entity, x);
    const archived = entity.deleting.allowed === "archives" ? [`${x}.archived_at is null`] : [];
    return may === "true"
      ? []
      : [`select ${s.params.bind(entity.name, "text")} as entity where not exists (select 1 from ${fromTable(entity, x)} where ${and([may, ...archived])})`];
  });
  return tests.length === 0 ? null : s.params.query(`${tests.join(" union all ")} limit 1`);
}

const valueType = (v: Aggregate): Type =>
  v.of && (v.function === "min" || v.function === "max")
    ? v.of.expression.type
    : v.of && v.function !== "count"
      ? ({ ...v.of.expression.type, kind: "number" } as Type)
      : (v.of?.expression.type ?? { kind: "number" });

/** As in FEEL: null where one of the values is empty. */
const aggregateSql = (v: Aggregate, column: string): string => aggregated(v, `x.${column}`, (sql) => unlessNull(`x.${column}`, sql));

/** Of the values that aren't empty, where others are. */
const knownSql = (v: Aggregate, column: string): string =>
  v.function === "count" ? "null" : aggregated(v, `x.${column}`, (sql) => `case when count(x.${column}) between 1 and count(*) - 1 then ${sql} end`);

const unknownSql = (v: Aggregate, column: string): string => (v.function === "count" ? "'0'" : `(count(*) - count(x.${column}))::text`);

function aggregated(v: Aggregate, x: string, unless: (sql: string) => string): string {
  const type = v.of?.expression.type ?? { kind: "number" };
  switch (v.function) {
    case "count":
      return `count(${x})::text`;
    case "sum":
      return numberText(unless(`nonet.fit(coalesce(sum(${x}), 0))`), type);
    case "mean":
      return numberText(unless(`nonet.divide(sum(${x}), count(${x}))`), type);
    case "min":
    case "max":
      return type.kind === "number" ? numberText(unless(`${v.function}(${x})`), type) : isoText(unless(`${v.function}(${x})`), type);
  }
}

/** `2026-03`, `2026-Q1`, `2026-W10`; for a record, what it is shown as. */
function groupSql(s: Scope, group: Group): { label: string; order: string } {
  const e = group.of.expression;
  if (e.type.kind === "record") {
    const label = shownText(s, e);
    return { label, order: label };
  }
  const sql = compile(s, e);
  if (group.bucket !== "value" && (e.type.kind === "date" || e.type.kind === "date and time")) {
    const label = periodLabel(s, e, group.bucket);
    return { label, order: label };
  }
  const label = valueLabel(s, e);
  return { label, order: e.type.kind === "list" ? label : sql };
}
