/** When timed transitions are due, computed from the records themselves, so that a timer follows its field. */
import type { Expression } from "@nonet/feel";
import { type Entity, machineOf, type Product, type Transition } from "@nonet/model";
import { columnsOf, stateSince } from "../columns/columns.ts";
import { after } from "../expressions/calls/calendar-calls.ts";
import { dueBound } from "../expressions/due-bound.ts";
import { compileAs } from "../scope/coerce.ts";
import { condition } from "../scope/compile.ts";
import { isCertain } from "../scope/not-shown-values.ts";
import { entityNamed, fromTable, type Scope, unsupported } from "../scope/scope.ts";
import type { Query } from "../sql/query.ts";
import { and, ident } from "../sql/sql-text.ts";
import { cachedStatement } from "../sql/statement-cache.ts";
import { notRunYet } from "./timer-runs.ts";
import { notArchived } from "../visibility/archived-rows.ts";
import { evaluationScope } from "../visibility/evaluation-scope.ts";

const instant = { kind: "date and time", zoned: true } as const;

/** The column of the state that the transition changes. */
export function stateColumn(product: Product, entity: Entity, transition: Transition): string {
  const machine =
    product.machines.find((m) => m.entity === entity.name && m.transitions.includes(transition)) ??
    product.machines.find(
      (m) =>
        m.entity === entity.name &&
        m.transitions.some((t) => t.row === transition.row && t.from === transition.from && t.to === transition.to && t.trigger.kind === transition.trigger.kind),
    ) ??
    machineOf(product, entity.name);
  return columnsOf(product, entity).find((c) => c.name === machine?.field)?.column ?? "state";
}

/** A date counts as 00:00 in the product's time zone. */
function dueSql(s: Scope, transition: Transition, column: string): string {
  const trigger = transition.trigger;
  if (trigger.kind === "at") return compileAs(s, trigger.moment, instant);
  if (trigger.kind !== "after") return unsupported("a due moment of a transition without one");
  const from = trigger.past ? compileAs(s, trigger.past, instant) : `r.${ident(stateSince(column))}`;
  return after(s, from, trigger.delay, trigger.working);
}

export function inFromState(s: Scope, entity: Entity, transition: Transition, column: string): string[] {
  return [...notArchived(s, entity), ...(transition.from === null ? ["false"] : [`r.${ident(column)} = ${s.params.bind(transition.from, "text")}`])];
}

/** Rows `{id, due_at}` of the records in the From state whose moment has come, oldest first. The caller checks the guard. */
export function dueQuery(product: Product, entityName: string, transition: Transition, ids?: readonly string[], most?: number): Query {
  return cachedStatement(product, ["due", entityName, transition, ids === undefined, most === undefined], { values: { ids, most } }, (to) =>
    dueOf(product, entityName, transition, ids && to.values.ids, most === undefined ? undefined : to.values.most),
  );
}

function dueOf(product: Product, entityName: string, transition: Transition, ids?: readonly string[], most?: unknown): Query {
  const entity = entityNamed(product, entityName);
  const s = evaluationScope(product, entityName);
  const column = stateColumn(product, entity, transition);
  const due = dueSql(s, transition, column);
  const limit = ids ? `r.id = any(${s.params.bind(ids, "uuid[]")})` : dueBound(s, entity, transition, column);
  return s.params.query(
    `select r.id, nonet.instant_text(${due}) as due_at from ${fromTable(entity, "r")} where ${and([...(limit ? [limit] : []), ...inFromState(s, entity, transition, column), `${due} <= nonet.now()`, ...notRunYet(s, entityName, transition, due)])} order by ${due}, r.id${most === undefined ? "" : ` limit ${s.params.bind(most, "bigint")}`}`,
  );
}

/** One row `{due_at}`: the next moment after now of any timed transition, or null. */
export function nextDueQuery(product: Product): Query {
  const first = evaluationScope(product, null);
  const parts: string[] = [];
  for (const machine of product.machines)
    for (const transition of machine.transitions) {
      if (transition.trigger.kind !== "after" && transition.trigger.kind !== "at") continue;
      const entity = entityNamed(product, machine.entity);
      const own: Scope = { ...first, variables: new Map([...first.variables, ["this", { kind: "row", entity, alias: "r" }]]) };
      const column = stateColumn(product, entity, transition);
      const due = dueSql(own, transition, column);
      parts.push(`select min(${due}) as due from ${fromTable(entity, "r")} where ${and([...inFromState(own, entity, transition, column), `${due} > nonet.now()`])}`);
    }
  return first.params.query(parts.length ? `select nonet.instant_text(min(x.due)) as due_at from (${parts.join(" union all ")}) x` : "select null::text as due_at");
}

/** Rows `{id}` of the records in the From state for which `(when …)` and the guard hold. */
export function whenQuery(product: Product, entityName: string, transition: Transition, ids?: readonly string[]): Query {
  return cachedStatement(product, ["when", entityName, transition, ids === undefined], { values: { ids } }, (to) => whenOf(product, entityName, transition, ids && to.values.ids));
}

function whenOf(product: Product, entityName: string, transition: Transition, ids?: readonly string[]): Query {
  const entity = entityNamed(product, entityName);
  const s = evaluationScope(product, entityName);
  const holds: Expression[] = [...(transition.trigger.kind === "when" ? [transition.trigger.condition] : []), ...(transition.guard ? [transition.guard.expression] : [])];
  const limit = ids ? [`r.id = any(${s.params.bind(ids, "uuid[]")})`] : [];
  return s.params.query(
    `select r.id from ${fromTable(entity, "r")} where ${and([...limit, ...inFromState(s, entity, transition, stateColumn(product, entity, transition)), ...holds.map((e) => isCertain(s, e, condition(s, e)))])} order by r.created_at, r.id`,
  );
}

/** One row `{at}`: the moment some delay after another, as a timer counts it. */
export function momentAfterQuery(product: Product, from: string, delay: Expression, working: boolean): Query {
  const s = evaluationScope(product, null);
  return s.params.query(`select nonet.instant_text(${after(s, s.params.bind(from, "timestamptz"), delay, working)}) as at`);
}
