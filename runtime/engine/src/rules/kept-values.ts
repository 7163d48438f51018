/** Values that a change leaves as they were: a bound or pattern of point 3 that they violated before doesn't stop the change, as a rule doesn't that it doesn't touch. */
import { descend } from "@nonet/database";
import { type Entity, fieldOf, referenceId } from "@nonet/model";
import type { ChangedRecord } from "../change/change-context.ts";
import type { Violation } from "../input/constraint-messages.ts";

/** Whether the change touches neither the value nor a field of the record that its bound reads. */
export function isKept(entity: Entity, { kind, before, after }: ChangedRecord, violation: Violation): boolean {
  if (kind !== "changed" || !before || !after || violation.kind === "required" || violation.kind === "required when") return false;
  const { field } = violation;
  const isSame = (key: string): boolean => key in before && JSON.stringify(referenceId(before[key] ?? null)) === JSON.stringify(referenceId(after[key] ?? null));
  const bound = violation.kind === "at least" ? field.atLeast : violation.kind === "at most" ? field.atMost : null;
  const read = bound ? descend(bound).flatMap((e) => (e.kind === "path" && e.of.kind === "variable" && e.of.name === "this" ? [e.field] : [])) : [];
  return [field.name, ...read].every((name) => {
    const own = fieldOf(entity, name);
    return own !== undefined && own.computed === null && isSame(own.key);
  });
}
