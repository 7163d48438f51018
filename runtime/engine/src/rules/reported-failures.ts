/** Which violated rules are reported: the same objection isn't repeated for every record from which it can be seen. */
import type { Rule } from "@nonet/model";

export interface Failure {
  readonly rule: Rule;
  /** The record that violates it. */
  readonly id: string;
}

/**
 * Default 55. A violation at a record that the change itself writes is always reported. A rule that other records violate is
 * reported for the first of them, and not at all where a rule at a written record reads the same: lowering a budget is refused
 * by the budget's own rule, not by each requisition's too; and a requester doesn't learn what only the budget's holder may know.
 */
export function reportedFailures(failures: readonly Failure[], changed: { has(id: string): boolean }): readonly Failure[] {
  // A warning can be confirmed, so it replaces no other.
  const own = failures.filter((f) => changed.has(f.id) && !f.rule.warns);
  const read = new Set(own.flatMap((f) => f.rule.reads));
  const reported = new Set<Rule>();
  return failures.filter((f) => {
    if (changed.has(f.id)) return true;
    if (reported.has(f.rule) || f.rule.reads.some((name) => read.has(name))) return false;
    reported.add(f.rule);
    return true;
  });
}
