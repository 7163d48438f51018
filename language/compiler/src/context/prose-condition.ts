/** Explains a condition that is written as a sentence: which words aren't understood, and how the fields that it speaks of are compared. */
import { fold } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import type { Diagnostic, Span } from "@nonet/source";
import { nearestCondition } from "./nearest-condition.ts";
import type { EntityDraft } from "../declare/drafts.ts";

type DeclaredField = EntityDraft["fields"] extends ReadonlyMap<string, infer Field> ? Field : never;

/** The diagnostics of a condition in words; one in place of all of them if its words are a sentence. */
export function explainProse(words: TextSpan, diagnostics: readonly Diagnostic[], draft: EntityDraft | undefined, textAt: (span: Span) => string): readonly Diagnostic[] {
  const [first] = diagnostics;
  const isMissing = (one: Diagnostic): boolean => one.code === "unknown-name" || one.code === "syntax-error" || one.code === "argument-type";
  // A name that is nearly right, or a choice that isn't one, has a message of its own.
  const isSlip = (one: Diagnostic): boolean => one.fixes.length > 0 || one.hint?.startsWith("Choose") === true;
  const isSentence = diagnostics.some(({ code }) => code === "syntax-error");
  if (!first || !draft || (!isSentence && (!diagnostics.every(isMissing) || diagnostics.some(isSlip)))) return diagnostics;
  if (/[=<>()[\]`"{}]/.test(words.text) || words.text.trim().split(/\s+/).length < 3) return diagnostics;
  return [
    {
      ...first,
      code: "syntax-error",
      span: words.span,
      message: `"${textAt(words.span)}" isn't understood as a condition, from "${textAt({ ...first.span, to: words.span.to })}" on.`,
      hint:
        inStateFor(draft, words.text) ??
        nearestCondition(draft, words.text) ??
        `Compare fields, states and values: ${examplesFor(draft, words.text)}. ${draft.name} has ${[...draft.fields.values()].map(({ name }) => name).join(", ")}${draft.states.length > 0 ? ` and the states ${draft.states.join(", ")}` : ""}.`,
    },
  ];
}

/** `it is out for more than 60 days`: when a record entered a state is stored only in a field of its own. */
function inStateFor({ states }: EntityDraft, text: string): string | null {
  const [, length] = /\sfor\s+(?:more than|longer than|over|at least)\s+(\d+\s+(?:minute|hour|day|week|month|year)s?)$/i.exec(text) ?? [];
  const state = states.find((one) => fold(text).includes(fold(one)));
  if (length === undefined || state === undefined) return null;
  return `Store when it happens: add \`${state} since: date and time\` and \`On entering ${state}: set ${state} since = now()\` in point 3, and write \`state = "${state}" and ${state} since < now() - ${length}\`.`;
}

/** Conditions over the fields that the sentence speaks of, or else over the first ones that can be compared. */
function examplesFor(draft: EntityDraft, text: string): string {
  const fields = [...draft.fields.values()].filter(({ machine }) => !machine);
  const spoken = fields.filter(({ name }) => shareWord(name, text));
  const dated = fields.filter(({ type }) => type.kind === "date" || type.kind === "date and time");
  const conditions = [...spoken, ...dated, ...fields].flatMap((field) => comparison(field) ?? []);
  const states = draft.states.length > 0 ? [`state = "${draft.states[0]!}"`] : [];
  return [...new Set([...conditions.slice(0, Math.max(1, Math.min(2, spoken.length))), ...states])].map((one) => `\`${one}\``).join(" or ");
}

/** `renewals` and `renewed` share a word; words of up to three letters don't count. */
const shareWord = (name: string, text: string): boolean => {
  const stems = (one: string): readonly string[] =>
    fold(one)
      .split(" ")
      .filter((word) => word.length > 3)
      .map((word) => word.slice(0, 4));
  const written = stems(text);
  return stems(name).some((stem) => written.includes(stem));
};

function comparison({ name, type }: DeclaredField): string | null {
  switch (type.kind) {
    case "date":
      return `${name} < today()`;
    case "date and time":
      return `${name} < now()`;
    case "yes/no":
      return `not ${name}`;
    case "integer":
    case "number":
      return `${name} < 2`;
    case "inverse":
    case "references":
      return `count(${name}) > 0`;
    case "reference":
      return `${name} != null`;
    case "one of":
      return `${name} = "${type.choices[0] ?? ""}"`;
    default:
      return null;
  }
}
