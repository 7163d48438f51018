/** `(new)` rows that could never make a record, or would make one past what else is said. */
import type { Action, Transition } from "@nonet/model";
import type { PointCompiler } from "../context/point-compiler.ts";

/** `transitions` and `actions` are one machine's. */
export function judgeNew(ctx: PointCompiler, entity: string, transitions: readonly Transition[], actions: readonly Action[]): void {
  for (const { from, to, trigger, source } of transitions) {
    if (from !== null) continue;
    const action = trigger.kind === "action" ? actions.find((one) => one.name === trigger.action) : undefined;
    const why: readonly [string, string] | null =
      entity === "User"
        ? ["A person comes into being by registering, by single sign-on or by the Owner, so no action makes one.", "Say with `- Starts as: STATE` where a person begins."]
        : !action
          ? ["Before there is a record nothing can wait or happen by itself.", "Name an action, or let a schedule of point 7 create the record."]
          : action.decision
            ? [`"${action.name}" is decided by several people, and there is nothing yet to decide on.`, "Let the record begin in a state of its own, from which they decide."]
            : to === null
              ? ["What goes as it comes is never there.", "Name the state in which the record begins."]
              : null;
    if (why) ctx.report("unfit-new", source, why[0], { hint: why[1] });
  }
}
