/** A constraint for a `no overlap` rule over stored columns, in addition to the rule itself. Where records already overlap, only the rule applies. */
import type { Expression } from "@nonet/feel";
import { type Entity, eventsOfRule, type Product, type Rule } from "@nonet/model";
import { sqlType } from "../columns/column-type.ts";
import { type Column, columnsOf } from "../columns/columns.ts";
import { systemScope } from "../expressions/system-scope.ts";
import { compile, condition } from "../scope/compile.ts";
import { type Scope, withVariables } from "../scope/scope.ts";
import { descend } from "../scope/walk.ts";
import { ident, literal, Parameters } from "../sql/sql-text.ts";
import { nameOf } from "./constraint-names.ts";
import { exclusion, type Part } from "./part.ts";

const ranges: Readonly<Record<string, string>> = { date: "daterange", timestamptz: "tstzrange", numeric: "numrange" };

export function overlap(product: Product, entity: Entity, rule: Rule): Part[] {
  const body = rule.holds;
  if (body.kind !== "no overlap" || rule.warns || eventsOfRule(rule).length > 0) return [];
  const range = ranges[sqlType(body.low.type)];
  const columns = columnsOf(product, entity);
  const per = body.per.map((p) => columns.find((c) => c.name === p)?.column);
  if (!range || per.some((p) => p === undefined) || ![body.low, body.high, ...(body.among ? [body.among] : [])].every((e) => isPlain(columns, e))) return [];
  const s: Scope = withVariables(systemScope(product, {}, new Parameters(true)), [
    "this",
    { kind: "row", entity, alias: entity.table === "user" ? '"user"' : ident(entity.table) },
  ]);
  const [low, high] = [compile(s, body.low), compile(s, body.high)];
  // A part is archived with its whole, which a constraint of its own table can't know.
  if (wholesOf(product, entity).some((whole) => whole.deleting.allowed === "archives")) return [];
  const where = [
    ...(entity.deleting.allowed === "archives" ? [`${ident(entity.table)}.archived_at is null`] : []),
    ...(body.among ? [condition(s, body.among)] : []),
    ...(rule.moment.kind === "while" ? [`${ident(entity.table)}.state in (${rule.moment.states.map(literal).join(", ")})`] : []),
  ];
  const by = (prefix: string, sql: string): string => sql.replaceAll(`${ident(entity.table)}.`, prefix);
  const period = (prefix: string): string => by(prefix, `(case when ${low} <= ${high} then ${range}(${low}, ${high}, '${body.highClosed ? "[]" : "[)"}') end)`);
  const among = (prefix: string): string[] => where.map((w) => by(prefix, w));
  // In a form that the planner can't use: with outdated statistics it would scan all open records for
  // every lookup.
  const hidden = (prefix: string): string[] => (where.length ? [`(case when ${among(prefix).join(" and ")} then true end)`] : []);
  const only = hidden("")
    .map((sql) => ` where ${sql}`)
    .join("");
  const part = exclusion(
    product,
    entity,
    nameOf.overlap(product, entity, rule),
    `exclude using gist (${[...per.map((p) => `${ident(p!)} with =`), `${period("")} with &&`].join(", ")})${only} deferrable initially deferred`,
    `using gist (${[...per.map((p) => ident(p!)), period("")].join(", ")})${only}`,
    (one, other) => {
      const [mine, theirs] = [`${one}.`, `${other}.`];
      return [...per.map((p) => `${mine}${ident(p!)} = ${theirs}${ident(p!)}`), `${period(mine)} && ${period(theirs)}`, ...among(mine), ...among(theirs), ...hidden(theirs)].join(
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

/** Whether it uses only stored columns of the row, literals, comparisons and logic. */
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
