/** Reports a name that isn't known, with the nearest known one. */
import { fold } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import { type Fix, nearestName } from "@nonet/source";
import type { Context } from "../context/context.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import type { Code } from "../diagnostics/catalogue.ts";
import { bare } from "../text/split.ts";

/** `subject` is the message without its full stop: `There is no screen "Loan"`. The nearest candidate becomes a fix. */
export function reportNearest(context: Context, code: Code, words: TextSpan, subject: string, candidates: Iterable<string>, more: { readonly hint?: string } = {}): void {
  const all = [...new Set(candidates)];
  // `blueish` begins with a name itself.
  const close = nearestName(words.text, all) ?? all.find((one) => one.length > 3 && fold(words.text).startsWith(fold(one)));
  const fixes: Fix[] = close === undefined ? [] : [{ title: `Write "${close}"`, edits: [{ span: words.span, text: close }] }];
  const some = all.length > 0 && all.length <= 24 ? `Choose one of: ${all.join(", ")}.` : more.hint;
  context.report(code, words.span, close === undefined ? `${subject}.` : `${subject}. Did you mean "${close}"?`, { hint: close === undefined ? some : undefined, fixes });
}

/** ` Did you mean "Loan"?`, or nothing. */
export function didYouMean(written: string, candidates: Iterable<string>): string {
  const near = nearestName(written, candidates);
  return near === undefined ? "" : ` Did you mean "${near}"?`;
}

/** Reports that the entity has no field, action or state of that name. `named`: the name, if it isn't all of the words. */
export function reportMissing(context: Context, draft: EntityDraft, what: "field" | "action" | "state", words: TextSpan, more: { named?: string; hint?: string } = {}): null {
  const named = more.named ?? words.text;
  const names = what === "state" ? draft.states : [...draft[`${what}s`].values()].map((one) => one.name);
  const hint = more.hint ?? (what === "state" ? otherMachineHint(draft, named) : undefined);
  const near = bare(words).text === named ? nearestName(named, names) : undefined;
  const fixes = near === undefined ? [] : [{ title: `Write ${near}`, edits: [{ span: bare(words).span, text: near }] }];
  context.report(`unknown-${what}`, words.span, `${draft.name} has no ${what} "${named}".${didYouMean(named, names)}`, { ...(hint === undefined ? {} : { hint }), fixes });
  return null;
}

/** The hint for a state of a further machine, which is a value of that machine's field. */
function otherMachineHint(draft: EntityDraft, state: string): string | undefined {
  const machine = draft.further.find(({ states }) => states.some((one) => fold(one) === fold(state)));
  return machine && `It is a state of "${machine.field}". In a condition, write \`${machine.field} = "${state}"\`.`;
}

/** Records words that are not shown, under a name. */
export const noteNotShown = (context: Context, what: string, words: TextSpan): void => void context.template(words, { what });
