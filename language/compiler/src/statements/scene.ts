/** The scope in which statements are compiled: named effects, collected calls, and neighboring statements. */
import type { Expression } from "@nonet/feel";
import type { Field, Statement } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import type { Use } from "../context/context.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { binary } from "../expressions/build.ts";

/** A place that sends a call, with its record and the action's input. */
export interface CallUse {
  readonly call: string;
  readonly entity: string | null;
  readonly asked: readonly Field[];
  readonly what: string;
  readonly words: TextSpan;
}

/** Statements with a name, `NAME does: …`; `usedBy` collects the words that use the name. */
export interface NamedEffects {
  readonly name: TextSpan;
  readonly then: TextSpan;
  readonly usedBy: TextSpan[];
}

/** The scope of statements. `blocks` are the named effects of the machine; `uses` collects the calls that are sent. */
export interface StatementScope extends Use {
  readonly blocks: ReadonlyMap<string, NamedEffects>;
  readonly uses: CallUse[];
  /** Set in an offered call: the roles that may call it. Only there can statements register people and sign them in. */
  readonly callers?: readonly string[];
  /** The variables of the loops around the statements, with the entities of their records. */
  readonly loops?: Readonly<Record<string, EntityDraft>>;
  /** All statements of the same list. */
  readonly siblings?: readonly TextSpan[];
}

export type StatementBase = { when: Expression | null; source: TextSpan["span"] };

/** A statement that stops with NOT_SHOWN when it runs. */
export const stopNotShown = (base: StatementBase, open: Expression): Statement => ({
  ...base,
  kind: "stop",
  code: "NOT_SHOWN",
  when: base.when ? binary("and", base.when, open, open.span) : open,
});
