/** Point 5: validation rules. */
import type { Expression } from "@nonet/feel";
import type { Span } from "@nonet/source";

export interface Rule {
  readonly name: string;
  readonly entity: string;
  /** `states`: judged only of a record that stands in one of them. */
  readonly moment:
    | { readonly kind: "always" }
    | { readonly kind: "create"; readonly states?: readonly string[] }
    | { readonly kind: "action"; readonly action: string; readonly states?: readonly string[] }
    | { readonly kind: "while"; readonly states: readonly string[] };
  readonly holds: RuleBody;
  readonly code: string;
  readonly warns: boolean;
  /** The field to place the refusal on: the one after `at`, else the one the compiler found most fitting, else null. */
  readonly field: string | null;
  /** Fields of any entity that the rule reads, as `Entity.field` (`Loan.state`): a change touching none of them isn't judged. */
  readonly reads: readonly string[];
  readonly source: Span;
}

export type RuleBody =
  | { readonly kind: "expression"; readonly expression: Expression }
  | { readonly kind: "unique"; readonly fields: readonly string[]; readonly among: Expression | null }
  /** No two records share a moment of [low..high] while agreeing in `per`. */
  | {
      readonly kind: "no overlap";
      readonly low: Expression;
      readonly high: Expression;
      readonly highClosed: boolean;
      readonly per: readonly string[];
      readonly among: Expression | null;
    };
