/** When reminders and lapses of decisions are due. */
import type { Action, Machine, Product } from "@nonet/model";
import { stateSince } from "../columns/columns.ts";
import { after } from "../expressions/calls/calendar-calls.ts";
import { systemScope } from "../expressions/system-scope.ts";
import { entityNamed, fromTable, type Scope, withVariables } from "../scope/scope.ts";
import type { Query } from "../sql/query.ts";
import { and, ident } from "../sql/sql-text.ts";
import { openConditions, stateColumn } from "./deciders.ts";

/**
 * A reminder counts from the start of its step, a lapse from the start of the round, both from the proposal where there
 * is one; without a round, from entering the state.
 */
function clockSql(s: Scope, machine: Machine, action: Action, what: "remind" | "lapse"): { from: string; due: string; where: string[] } | null {
  const entity = entityNamed(s.product, machine.entity);
  const span =
    what === "remind" ? action.decision?.remindedAfter : action.decision?.lapses ? { delay: action.decision.lapses.after, working: action.decision.lapses.working } : null;
  if (!span) return null;
  const since = `coalesce(d.${what === "remind" ? "step_since" : "began_at"}, r.${ident(stateSince(stateColumn(s.product, machine)))})`;
  const due = after(s, since, span.delay, span.working);
  const from = `${fromTable(entity, "r")} left join lateral (select x.* from nonet.decision x where x.record_id = r.id and x.action = ${s.params.bind(action.name, "text")} order by x.round desc limit 1) d on true`;
  return {
    from,
    due,
    where: [...openConditions(s, machine, action), "coalesce(d.unproposed, false) = false", ...(what === "remind" ? ["coalesce(d.reminded, false) = false"] : [])],
  };
}

/** Rows `{id, due_at}`: open decisions whose reminder or lapse is due. */
export function decisionDueQuery(product: Product, machine: Machine, action: Action, what: "remind" | "lapse"): Query | null {
  const s = withVariables(systemScope(product), ["this", { kind: "row", entity: entityNamed(product, machine.entity), alias: "r" }]);
  const clock = clockSql(s, machine, action, what);
  return (
    clock &&
    s.params.query(
      `select r.id, nonet.instant_text(${clock.due}) as due_at from ${clock.from} where ${and([...clock.where, `${clock.due} <= nonet.now()`])} order by ${clock.due}, r.id`,
    )
  );
}

/** `{due_at}`: the next reminder or lapse after now, or null. */
export function nextDecisionDueQuery(product: Product, machine: Machine, action: Action, what: "remind" | "lapse"): Query | null {
  const s = withVariables(systemScope(product), ["this", { kind: "row", entity: entityNamed(product, machine.entity), alias: "r" }]);
  const clock = clockSql(s, machine, action, what);
  return clock && s.params.query(`select nonet.instant_text(min(${clock.due})) as due_at from ${clock.from} where ${and([...clock.where, `${clock.due} > nonet.now()`])}`);
}
