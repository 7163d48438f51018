/** Judges a table's headers: unknown ones, doubled ones, and those that are missing. */
import { fold } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import { type Fix, nearest } from "@nonet/source";
import type { Context } from "../context/context.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import type { Code } from "../diagnostics/catalogue.ts";

/** Says that a word is none of those that can stand somewhere, with the nearest one as a mend. */

/** `subject` begins the message: `There is no screen "Loan"` . */
export function reportNearest(context: Context, code: Code, words: TextSpan, subject: string, candidates: Iterable<string>): void {
  const all = [...new Set(candidates)];
  const close = nearest(words.text, all);
  const fixes: Fix[] = close === undefined ? [] : [{ title: `Write "${close}"`, edits: [{ span: words.span, text: close }] }];
  const some = all.length > 0 && all.length <= 24 ? `Choose one of: ${all.join(", ")}.` : undefined;
  context.report(code, words.span, close === undefined ? `${subject}.` : `${subject}. Did you mean "${close}"?`, { hint: close === undefined ? some : undefined, fixes });
}

/** ` Did you mean "Loan"?`, or nothing. */
export function resolveName(written: string, candidates: Iterable<string>): string {
  const near = nearest(written, candidates);
  return near === undefined ? "" : ` Did you mean "${near}"?`;
}

/** Says that the entity, as its machine sees it, has no field, action or state of that name. `named`: what is said of the words, where that isn't all of them. */
export function reportMissing(context: Context, draft: EntityDraft, what: "field" | "action" | "state", words: TextSpan, more: { named?: string; hint?: string } = {}): null {
  const named = more.named ?? words.text;
  const names = what === "state" ? draft.states : [...draft[`${what}s`].values()].map((one) => one.name);
  const hint = more.hint ?? (what === "state" ? otherMachineHint(draft, named) : undefined);
  context.report(`unknown-${what}`, words.span, `${draft.name} has no ${what} "${named}".${resolveName(named, names)}`, hint === undefined ? {} : { hint });
  return null;
}

/** A state of a further machine is a value of that machine's field. */
function otherMachineHint(draft: EntityDraft, state: string): string | undefined {
  const machine = draft.further.find(({ states }) => states.some((one) => fold(one) === fold(state)));
  return machine && `It is a state of "${machine.field}". In a condition, write \`${machine.field} = "${state}"\`.`;
}

/** Registers what is not shown, under the name given. */
export const noteOpen = (context: Context, what: string, words: TextSpan): void => void context.template(words, { what });
