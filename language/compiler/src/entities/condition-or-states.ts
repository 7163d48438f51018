/** Point 3: a condition that may be written as a list of states: `Locked while: ordered, closed`. */
import { type Expression, fold } from "@nonet/feel";
import { isCode, type TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { stateIs } from "../expressions/build.ts";
import { reportMissing } from "../resolve/report-nearest.ts";
import { pluralOf } from "../text/plural.ts";
import { bare, slice, split } from "../text/split.ts";

/** `ordered, closed`, `it is ordered or closed`, or a condition in backticks. */
export function conditionOrStates(ctx: PointCompiler, draft: EntityDraft, written: TextSpan, what: string): Expression {
  if (isCode(written)) return ctx.expression(written, { what, self: draft.name, expect: { kind: "boolean" } });
  const words = withoutSubject(draft, written);
  const listed = split(words, ",/").flatMap(partedByOr);
  const names = listed.map((w) => ({ words: w, state: draft.states.find((s) => [s, pluralOf(s)].some((name) => fold(name) === fold(bare(w).text))) }));
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

/** The states of `it is ordered`, `the Order is in state ordered`. */
function withoutSubject({ name, states }: EntityDraft, words: TextSpan): TextSpan {
  if (states.length === 0) return words;
  const subject = new RegExp(
    `^(?:(?:it|the record|(?:the |an? )?${name.replace(/[^\p{L}\d]+/gu, "[\\W_]+")})\\s+(?:is|are)\\s+)?(?:still\\s+)?(?:an?\\s+)?(?:in (?:the )?states?\\s+)?`,
    "i",
  ).exec(words.text);
  return slice(words, subject?.[0].length ?? 0);
}

function partedByOr(words: TextSpan): readonly TextSpan[] {
  const at = /\s+or\s+|^or\s+/i.exec(words.text);
  if (!at) return [words];
  return [...(at.index > 0 ? [slice(words, 0, at.index)] : []), ...partedByOr(slice(words, at.index + at[0].length))];
}
