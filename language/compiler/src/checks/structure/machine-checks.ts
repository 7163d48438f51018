/** Checks of a whole machine: endless automatic transitions, decisions whose other actions aren't possible, and timers without a calendar. */
import { withoutCalendar } from "@nonet/feel";
import type { Machine, Product, Transition } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";

/** A cycle of `(when …)` rows that all hold under the same condition. */
export function noEndlessTransitions(ctx: PointCompiler, machine: Machine): void {
  const automatic = machine.transitions.filter((t) => t.trigger.kind === "when" && t.from !== null && t.to !== null && t.guard === null);
  const reported = new Set<number>();
  for (const first of automatic) {
    for (const cycle of cyclesFrom(ctx, first, automatic)) {
      if (cycle.some((t) => reported.has(t.row))) continue;
      cycle.forEach((t) => reported.add(t.row));
      ctx.report(
        "endless-automatic",
        first.source,
        cycle.length === 1
          ? `A ${machine.entity} that is ${first.from} would become ${first.to} without end.`
          : `A ${machine.entity} would go from ${cycle.map((t) => t.from).join(" to ")} and back without end, because these rows have the same condition.`,
        { hint: "Change the conditions so that they exclude each other." },
      );
    }
  }
}

function cyclesFrom(ctx: PointCompiler, first: Transition, automatic: readonly Transition[]): Transition[][] {
  const found: Transition[][] = [];
  const go = (path: readonly Transition[]): void => {
    const last = path.at(-1)!;
    // A row that changes a field may make its own condition false.
    if (last.then.some((s) => s.kind !== "send")) return;
    if (last.to === first.from) return void found.push([...path]);
    for (const next of automatic) if (next.from === last.to && !path.includes(next) && alike(ctx, first, next)) go([...path, next]);
  };
  go([first]);
  return found;
}

/** Two conditions with the same text, or conditions that are always true. */
function alike(ctx: PointCompiler, a: Transition, b: Transition): boolean {
  const [left, right] = [conditionOf(ctx, a), conditionOf(ctx, b)];
  return left === right || left === "true" || right === "true";
}

function conditionOf(ctx: PointCompiler, t: Transition): string {
  if (t.trigger.kind !== "when") return "";
  const { span } = t.trigger.condition;
  return ctx.layout.text(span).replaceAll("`", "").replace(/\s+/g, " ").trim().toLowerCase();
}

/** Nobody can give input when a decision lapses; and the actions of refusal and lapse must be possible in the state in which the decision is made. */
export function checkDecisions(ctx: PointCompiler, machine: Machine): void {
  for (const action of machine.actions) {
    const { decision } = action;
    if (!decision) continue;
    const open = new Set(fromStates(machine, action.name));
    // Nothing is known about rows that are open or refused.
    if (open.size === 0) continue;
    for (const [as, asksMay] of [
      [decision.lapses?.as, false],
      [decision.refusedBy?.as, true],
    ] as const) {
      if (as === undefined || as === null) continue;
      const other = machine.actions.find((a) => a.name === as);
      const needed = asksMay ? undefined : other?.asks.find((a) => a.field.required === true && a.field.default === null);
      if (other?.decision) ctx.report("unreadable-decision", decision.source, `Several people decide on "${as}" as well, so a lapsed decision can't run it.`);
      else if (needed)
        ctx.report("unasked-field", decision.source, `"${as}" requires "${needed.field.name}", but nobody gives it when the decision lapses.`, {
          hint: `Leave out \`as ${as}\` to end the vote without a result, or name an action that requires nothing.`,
        });
      else if (!fromStates(machine, as).some((state) => open.has(state)))
        ctx.report("unreadable-decision", decision.source, `"${as}" is not possible in the state in which ${action.name} is decided.`, {
          hint: `Add a row for ${as} with From ${[...open].join(" or ")}.`,
        });
    }
  }
}

const fromStates = (machine: Machine, action: string): string[] =>
  machine.transitions.flatMap((t) => (t.trigger.kind === "action" && t.trigger.action === action && t.from !== null ? [t.from] : []));

/** Timers in working days use the unnamed calendar, or the only one. */
export function checkWorkingTimes(ctx: PointCompiler, product: Product): void {
  if (product.calendars.length === 1 || product.calendars.some((c) => c.name === null)) return;
  const none = product.calendars.length === 0;
  const places = product.machines.flatMap((m) => [
    ...m.transitions.flatMap((t) => (t.trigger.kind === "after" && t.trigger.working ? [t.trigger.delay] : [])),
    ...m.actions.flatMap((a) => [
      ...(a.decision?.remindedAfter?.working ? [a.decision.remindedAfter.delay] : []),
      ...(a.decision?.lapses?.working ? [a.decision.lapses.after] : []),
    ]),
  ]);
  for (const { span } of places.filter((delay) => withoutCalendar(delay).length === 1))
    ctx.report(
      "no-calendar",
      span,
      none ? "Point 9 has no calendar, so working days can't be counted." : "There are several calendars, and it is not clear which one to use here.",
      { hint: "Write `Working time: Monday to Friday, 09:00 to 17:00` in point 9." },
    );
}
