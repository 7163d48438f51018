/** Point 4: reports `(new)` rows that can't create a record. */
import type { Action, Transition } from "@nonet/model";
import type { PointCompiler } from "../context/point-compiler.ts";

/** `transitions` and `actions` belong to one machine. */
export function checkCreationRows(ctx: PointCompiler, entity: string, transitions: readonly Transition[], actions: readonly Action[]): void {
  for (const { from, to, trigger, source } of transitions) {
    if (from !== null) continue;
    const action = trigger.kind === "action" ? actions.find((one) => one.name === trigger.action) : undefined;
    const why: readonly [string, string] | null =
      entity === "User"
        ? ["A User is created by registration, by single sign-on or by the Owner, so an action can't create one.", "Set the first state with `- Starts as: STATE`."]
        : !action
          ? ["A `(new)` row needs an action: before the record exists, nothing can happen automatically.", "Name an action, or let a schedule of point 7 create the record."]
          : action.decision
            ? [`"${action.name}" is decided by several people, but there is no record yet to decide on.`, "Create the record in a first state, and decide from there."]
            : to === null
              ? ["This row would create a record and delete it at once.", "Name the first state of the record."]
              : null;
    if (why) ctx.report("unfit-new", source, why[0], { hint: why[1] });
  }
}
