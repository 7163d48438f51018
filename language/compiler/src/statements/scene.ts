/** The scope in which statements are compiled: named effects, collected calls, and neighboring statements. */
import type { Expression } from "@nonet/feel";
import type { Field, Statement } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import type { Use } from "../context/context.ts";
import { binary } from "../expressions/build.ts";

/** Where a call leaves from: its record is `this`, its `asked` the action's. */
export interface CallUse {
  readonly call: string;
  readonly entity: string | null;
  readonly asked: readonly Field[];
  readonly what: string;
  readonly words: TextSpan;
}

/** Statements with a name, `NAME does: …`; `usedBy` gathers the words that name them. */
export interface NamedEffects {
  readonly name: TextSpan;
  readonly then: TextSpan;
  readonly usedBy: TextSpan[];
}

/** Where statements stand. `blocks` are the `NAME does:` of the machine; `uses` gathers the calls that leave. */
export interface Scene extends Use {
  readonly blocks: ReadonlyMap<string, NamedEffects>;
  readonly uses: CallUse[];
  /** The statements that stand together. */
  readonly beside?: readonly TextSpan[];
}

export type StatementBase = { when: Expression | null; source: TextSpan["span"] };

/** Done, it meets what is not shown, and stops with that. */
export const stopNotShown = (base: StatementBase, open: Expression): Statement => ({
  ...base,
  kind: "stop",
  code: "NOT_SHOWN",
  when: base.when ? binary("and", base.when, open, open.span) : open,
});
