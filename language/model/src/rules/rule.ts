/** Point 5: validation rules. */
import type { Expression } from "@nonet/feel";
import type { Span } from "@nonet/source";

export interface Rule {
  readonly name: string;
  /** The name of the entity whose records the rule checks. */
  readonly entity: string;
  /** When the rule is checked. `states`: only for a record in one of these states. */
  readonly moment:
    | { readonly kind: "always" }
    | { readonly kind: "create"; readonly states?: readonly string[] }
    | { readonly kind: "action"; readonly action: string; readonly states?: readonly string[] }
    | { readonly kind: "while"; readonly states: readonly string[] };
  readonly holds: RuleBody;
  /** The code in the error catalogue for a violation. */
  readonly code: string;
  /** True if a violation is a warning that the actor can confirm. */
  readonly warns: boolean;
  /** The name of the field that shows the error: the one after `at`, otherwise the one that the compiler chose; null for none. */
  readonly field: string | null;
  /** The fields that the rule reads, of any entity, as `Entity.field` (`Loan.state`). The rule isn't checked for a change that touches none of them. */
  readonly reads: readonly string[];
  readonly source: Span;
}

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
