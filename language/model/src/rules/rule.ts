/** Point 5: validation rules. */
import type { Expression } from "@nonet/feel";
import type { Span } from "@nonet/source";

export interface Rule {
  readonly name: string;
  /** The name of the entity whose records the rule checks. */
  readonly entity: string;
  /** When the rule is checked. `states`: only for a record in one of these states. */
  readonly moment: RuleMoment;
  readonly holds: RuleBody;
  /** The code in the error catalogue for a violation. */
  readonly code: string;
  /** True if a violation is a warning that the actor can confirm. */
  readonly warns: boolean;
  /** The name of the field that shows the error, the record's or one that the action asks for; null if the rule names none. */
  readonly field: string | null;
  /** The fields that the rule reads, of any entity, as `Entity.field` (`Loan.state`). The rule isn't checked for a change that touches none of them. */
  readonly reads: readonly string[];
  readonly source: Span;
}

export type RuleMoment =
  | { readonly kind: "always" }
  | (RuleEvent & { readonly states?: readonly string[] })
  /** On each of several events. */
  | { readonly kind: "events"; readonly events: readonly RuleEvent[]; readonly states?: readonly string[] }
  | { readonly kind: "while"; readonly states: readonly string[] };

/** `change`: where the field of a record that was there before gets another value. */
export type RuleEvent = { readonly kind: "create" } | { readonly kind: "action"; readonly action: string } | { readonly kind: "change"; readonly field: string };

/** The events on which the rule is checked; none if it is checked on every change that it reads. */
export function eventsOfRule({ moment }: Rule): readonly RuleEvent[] {
  switch (moment.kind) {
    case "always":
    case "while":
      return [];
    case "events":
      return moment.events;
    case "create":
    case "action":
    case "change":
      return [moment];
  }
}

/** The actions on which the rule is checked. */
export const actionsOfRule = (rule: Rule): readonly string[] => eventsOfRule(rule).flatMap((event) => (event.kind === "action" ? [event.action] : []));

/**
 * The rules that a new record violates, or not, by the record to which one of its fields refers: whatever its other fields
 * will hold. `name`: the field.
 */
export const rulesOnReference = (rules: readonly Rule[], entity: string, name: string): readonly Rule[] =>
  rules.filter((rule) => {
    const own = rule.reads.filter((read) => read.startsWith(`${entity}.`));
    const atCreation = rule.moment.kind === "always" || eventsOfRule(rule).some(({ kind }) => kind === "create");
    return rule.entity === entity && !rule.warns && atCreation && rule.holds.kind === "expression" && own.length > 0 && own.every((read) => read === `${entity}.${name}`);
  });

export type RuleBody =
  | { readonly kind: "expression"; readonly expression: Expression }
  /** No two records have the same values in `fields`. `among`: a condition that restricts the records; null for all of them. */
  | { readonly kind: "unique"; readonly fields: readonly string[]; readonly among: Expression | null }
  /** No two records with the same values in the fields `per` have overlapping ranges from `low` to `high`. */
  | {
      readonly kind: "no overlap";
      readonly low: Expression;
      readonly high: Expression;
      /** True if `high` belongs to the range. */
      readonly highClosed: boolean;
      readonly per: readonly string[];
      /** A condition that restricts the records; null for all of them. */
      readonly among: Expression | null;
    };
