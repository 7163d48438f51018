/** Which failing rules are told: the same objection isn't repeated for every record from which it can be seen. */
import type { Rule } from "@nonet/model";

export interface Failing {
  readonly rule: Rule;
  /** The record that it stands at. */
  readonly id: string;
}

/**
 * Default 55. What stands at a record that the change itself touches is told, always. A rule at another record is told
 * for the first of them, and not at all where one at a touched record reads the same: lowering a budget is refused by
 * the budget's own rule, not by each requisition's too; and a requester isn't told what only the budget's keeper knows.
 */
export function toldOf(failing: readonly Failing[], touched: { has(id: string): boolean }): readonly Failing[] {
  // A warning can be confirmed away: it stands for nothing else.
  const own = failing.filter((f) => touched.has(f.id) && !f.rule.warns);
  const read = new Set(own.flatMap((f) => f.rule.reads));
  const told = new Set<Rule>();
  return failing.filter((f) => {
    if (touched.has(f.id)) return true;
    if (told.has(f.rule) || f.rule.reads.some((name) => read.has(name))) return false;
    told.add(f.rule);
    return true;
  });
}
