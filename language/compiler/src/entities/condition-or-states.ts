/** Point 3: a condition that may be written as a list of states: `Locked while: ordered, closed`. */
import { type Expression, fold } from "@nonet/feel";
import { isCode, type TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { stateIs } from "../expressions/build.ts";
import { reportMissing } from "../resolve/report-nearest.ts";
import { bare, split } from "../text/split.ts";

/** `ordered, closed` or a condition in backticks. */
export function conditionOrStates(ctx: PointCompiler, draft: EntityDraft, words: TextSpan, what: string): Expression {
  if (isCode(words)) return ctx.expression(words, { what, self: draft.name, expect: { kind: "boolean" } });
  const names = split(words, ",/").map((w) => ({ words: w, state: draft.states.find((s) => fold(s) === fold(bare(w).text)) }));
  if (names.some((one) => one.state !== undefined)) {
    for (const one of names) if (one.state === undefined) reportMissing(ctx, draft, "state", one.words);
    return stateIs(
      draft,
      names.flatMap((one) => (one.state === undefined ? [] : [one.state])),
      words.span,
    );
  }
  return ctx.expression(words, { what, self: draft.name, expect: { kind: "boolean" } });
}
