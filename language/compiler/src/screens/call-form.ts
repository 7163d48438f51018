/** A form that runs an offered call: its fields are the input of the call. */
import type { Type } from "@nonet/feel";
import type { Call, OfferedCall, Shows } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import type { Span } from "@nonet/source";
import type { Context } from "../context/context.ts";
import { typeOf } from "../expressions/field-type.ts";
import { reportNearest } from "../resolve/report-nearest.ts";
import { sameWord } from "../text/same-word.ts";
import type { Details } from "./attributes.ts";
import { compilePrefill, prefillsIn } from "./form.ts";
import { listOf } from "./naming/paths.ts";
import { compileTarget } from "./addresses/target.ts";

type CallForm = Extract<Shows, { kind: "call form" }>;

export function compileCallForm(context: Context, name: string, screen: string, details: Details, draft: { readonly calls: readonly Call[]; readonly at: Span }): CallForm | null {
  const call = draft.calls.find((one) => one.name === name);
  if (call?.does.kind !== "offered") {
    // A call that isn't understood is reported at its own place.
    if (call) context.report("unknown-kind", draft.at, `"${name}" is not an offered call, so a form can't run it.`, { hint: "Use a call with `Offers`." });
    return null;
  }
  const { takes } = call.does;
  const taken = takes.map((one) => one.field.name);
  const fields = details.one("Fields");
  const steps = details.many("Step");
  if (fields && steps.length > 0) context.report("fields-and-steps", fields.span, "This form has both Fields and Steps.");
  const one = (words: TextSpan): string | null => {
    const found = sameWord(words.text, taken);
    if (found === undefined) reportNearest(context, "unknown-field-shown", words, `"${name}" doesn't take "${words.text}"`, taken);
    return found ?? null;
  };
  const written = (value: TextSpan): string[] => listOf(value).flatMap((words) => one(words) ?? []);
  const typed = (name: string): Type | undefined => {
    const type = takes.find((one) => one.field.name === name)?.field.type;
    return type && !(type.kind === "money" && type.currencyField !== undefined) ? typeOf(type) : undefined;
  };
  const prefill = details.one("Prefill");
  const afterSaving = details.one("After saving");
  for (const { field } of details.showWhen)
    context.report("unsuitable-field", field.span, "The fields of an offered call don't belong to a record, so `Show … when` can't be used here.");
  return {
    kind: "call form",
    call: name,
    steps: [...(fields ? [{ title: null, fields: written(fields) }] : []), ...steps.map((step) => ({ title: step.title!.text, fields: written(step.value) }))],
    prefill: prefill ? prefillsIn(prefill).flatMap((words) => compilePrefill(context, words, { screen, entity: null }, one, typed) ?? []) : [],
    afterSaving: afterSaving && compileTarget(context, afterSaving, screen, { call: name, answer: keysOf(call.does.answers.body) }),
  };
}

/** null if the keys of the answer aren't known. */
const keysOf = (body: OfferedCall["answers"]["body"]): readonly string[] | null => (body?.kind === "context" ? body.entries.map((entry) => entry.name) : body === null ? [] : null);
