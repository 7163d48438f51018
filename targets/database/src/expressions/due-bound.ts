/**
 * A plain comparison with a stored moment that must hold before a timed transition can be due. An index finds the few
 * candidates by it; the exact moment is compared afterwards.
 */
import type { Expression } from "@nonet/feel";
import { type Entity, fieldOf, type Transition } from "@nonet/model";
import { type Column, columnsOf, stateSince } from "../columns/columns.ts";
import { compile } from "../scope/compile.ts";
import type { Scope } from "../scope/scope.ts";
import { descend } from "../scope/walk.ts";
import { ident } from "../sql/sql-text.ts";

interface Base {
  readonly column: string;
  readonly sql: "date" | "timestamptz";
}

/** More than time zones, daylight saving and months of unequal length can add up to. */
const slack = "interval '5 days'";

/** The column from which the moment is counted; null where it is no column of the record. */
export function dueBase(product: Scope["product"], entity: Entity, transition: Transition, stateColumn: string): Base | null {
  const { trigger } = transition;
  if (trigger.kind === "after" && !trigger.past) return { column: stateSince(stateColumn), sql: "timestamptz" };
  const moment = trigger.kind === "after" ? trigger.past : trigger.kind === "at" ? trigger.moment : null;
  const path = moment && (shiftOf(moment)?.from ?? moment);
  if (!path || path.kind !== "path" || path.of.kind !== "variable" || path.of.name !== "this") return null;
  const field = fieldOf(entity, path.field);
  const column = field && field.computed === null ? columnsOf(product, entity).find((c: Column) => c.name === field.name) : undefined;
  return column?.sql === "date" || column?.sql === "timestamptz" ? { column: column.column, sql: column.sql } : null;
}

/** `base ± span`. */
function shiftOf(moment: Expression): { readonly from: Expression; readonly by: Expression; readonly back: boolean } | null {
  if (moment.kind !== "binary" || (moment.operator !== "+" && moment.operator !== "-")) return null;
  return moment.right.type.kind.includes("duration") ? { from: moment.left, by: moment.right, back: moment.operator === "-" } : null;
}

/** Null where no column of the record bounds the moment. */
export function dueBound(s: Scope, entity: Entity, transition: Transition, stateColumn: string): string | null {
  const base = dueBase(s.product, entity, transition, stateColumn);
  if (!base) return null;
  const { trigger } = transition;
  const delay = trigger.kind === "after" ? { by: trigger.delay, back: false, working: trigger.working } : null;
  const moment = trigger.kind === "after" ? trigger.past : trigger.kind === "at" ? trigger.moment : null;
  const shift = moment ? shiftOf(moment) : null;
  let latest = `(nonet.now() + ${slack})`;
  for (const step of [delay, shift]) {
    if (!step) continue;
    if (descend(step.by).some((e) => e.kind === "variable")) return null;
    // A delay in working days is at least as long as the same number of days.
    if ("working" in step && step.working) continue;
    latest = `(${latest} ${step.back ? "+" : "-"} ${compile(s, step.by)})`;
  }
  return `r.${ident(base.column)} <= ${base.sql === "date" ? `${latest}::date` : latest}`;
}
