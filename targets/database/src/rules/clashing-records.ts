/**
 * All stored records that clash with another one by a rule of uniqueness or of overlaps, found by sorting the table once.
 *
 * `ruleQuery` looks for the others of each record, which is right for the few that a change concerns, and slow for all of
 * them: a record with a hundred others in its group meets each of them.
 */
import { comparedFields, type Product, type Rule } from "@nonet/model";
import { sqlType } from "../columns/column-type.ts";
import { systemScope } from "../expressions/system-scope.ts";
import { compileAs } from "../scope/coerce.ts";
import { condition } from "../scope/compile.ts";
import { entityNamed, fromTable, type Scope, withVariables } from "../scope/scope.ts";
import type { Query } from "../sql/query.ts";
import { and } from "../sql/sql-text.ts";
import { notArchived } from "../visibility/archived-rows.ts";
import { inStates, pathSql } from "./rule-queries.ts";

/** Types whose largest value PostgreSQL can say. */
const ordered: ReadonlySet<string> = new Set(["date", "timestamptz", "numeric", "bigint", "integer"]);

/** Rows `{id}` in order; null for rules of other kinds, and where a condition is checked for some records only. */
export function clashQuery(product: Product, rule: Rule): Query | null {
  const body = rule.holds;
  if (body.kind === "expression" || (rule.moment.kind !== "always" && rule.moment.kind !== "while")) return null;
  const entity = entityNamed(product, rule.entity);
  const base = systemScope(product);
  const s = withVariables(base, ["this", { kind: "row", entity, alias: "r" }], ["old", { kind: "json", entity, sql: "null::jsonb" }]);
  const groups = comparedFields(body).map((path) => pathSql(s, entity, "r", path));
  const among = [...(body.among ? [condition(s, body.among)] : []), ...(rule.moment.kind === "while" ? inStates(s, "r", rule.moment.states) : [])];
  const source = (columns: readonly string[]): string =>
    `select r.id, ${[...groups.map((sql, i) => `${sql} as g${i}`), ...columns].join(", ")} from ${fromTable(entity, "r")}${among.length > 0 ? ` where ${and(among)}` : ""}`;
  const grouped = groups.map((_, i) => `g${i}`);
  const known = grouped.map((name) => `${name} is not null`);
  const partition = grouped.length > 0 ? `partition by ${grouped.join(", ")}` : "";
  if (body.kind === "unique")
    return s.params.query(
      `select id from (select id, count(*) over (${partition}) as alike from (${source([])}) c where ${and(["true", ...known])}) d where alike > 1 order by id`,
    );
  // An archived record is compared with those that aren't, and not the reverse.
  if (!ordered.has(sqlType(body.low.type)) || notArchived(s, entity, "r").length > 0) return null;
  return s.params.query(overlapping(source(endsOf(s, body)), partition, known, body.highClosed));
}

type Overlap = Rule["holds"] & { readonly kind: "no overlap" };

const endsOf = (s: Scope, { low, high }: Overlap): readonly string[] => [`${compileAs(s, low, low.type)} as low`, `${compileAs(s, high, low.type)} as high`];

/**
 * In the order of their beginnings, a record overlaps an earlier one if the latest end so far isn't before its beginning, and
 * a later one if the next beginning isn't after its end. A period without an end, or one that is empty, overlaps nothing.
 */
function overlapping(source: string, partition: string, known: readonly string[], isClosed: boolean): string {
  const less = isClosed ? "<=" : "<";
  const periods = `select * from (${source}) c where ${and([...known, `low ${less} high`])}`;
  const order = `${partition} order by low, id`;
  return `select id from (select id, low, high, max(high) over (${order} rows between unbounded preceding and 1 preceding) as latest, lead(low) over (${order}) as next from (${periods}) p) d where low ${less} latest or next ${less} high order by id`;
}
