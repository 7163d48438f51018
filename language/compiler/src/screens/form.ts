/** A form: its steps and fields, prefilled values, and the screen that opens after saving. */
import { fold, type Type } from "@nonet/feel";
import { isGenerated, type Machine, type Shows } from "@nonet/model";
import { prefillForms } from "@nonet/forms";
import { type Attribute, splitTop, type TextSpan, trim } from "@nonet/notation";
import type { Context } from "../context/context.ts";
import { typeOf } from "../expressions/field-type.ts";
import { readByForm } from "../resolve/read-by-form.ts";
import { reportNearest } from "../resolve/report-nearest.ts";
import { sameWord } from "../text/same-word.ts";
import type { Details } from "./attributes.ts";
import { inputOf, isCreating } from "./creating-actions.ts";
import { fieldNamed, itemsOf, listOf } from "./naming/paths.ts";
import { plainName } from "./naming/plain-name.ts";
import { compileTarget } from "./addresses/target.ts";

type Form = Extract<Shows, { kind: "form" }>;

/** What a form fills in: a new record's fields, an action's input, or both. */
interface Filling {
  readonly entity: string;
  readonly action: string | null;
  readonly creates: boolean;
  /** The input of the action, or of the actions that create a record. */
  readonly asked: ReadonlyMap<string, Type | undefined>;
}

export interface FormUse {
  readonly entity: string;
  readonly action: string | null;
  readonly screen: string;
  readonly parameters: Form["parameters"];
  readonly machines: readonly Machine[];
}

export function compileForm(context: Context, { entity, action, screen, parameters, machines }: FormUse, details: Details): Form {
  const filling: Filling = { entity, action, creates: action === null || isCreating(machines, entity, action), asked: inputOf(machines, entity, action) };
  const fields = details.one("Fields");
  const steps = details.many("Step");
  if (fields && steps.length > 0) context.report("fields-and-steps", fields.span, "This form has both Fields and Steps.");
  const named = (value: TextSpan): string[] => listOf(value).flatMap((words) => formField(context, words, filling) ?? []);
  const written = [...(fields ? [{ title: null, fields: named(fields) }] : []), ...steps.map((step: Attribute) => ({ title: step.title!.text, fields: named(step.value) }))];
  // The input of the creating action is added at the end of the form, whether named or not.
  const placed = written.length === 0 || details.open ? null : new Set([...written.flatMap((step) => step.fields), ...(filling.creates ? filling.asked.keys() : [])]);
  const shown = (words: TextSpan): string | null => {
    const name = formField(context, words, filling);
    if (name === null || !placed || placed.has(name)) return name;
    const end = (value: TextSpan): TextSpan["span"] => ({ ...value.span, from: value.span.to });
    context.report("unknown-field-shown", words.span, `"${screen}" doesn't ask for "${name}", so this has no effect.`, {
      fixes: [...steps.map(({ value, title }) => ({ value, where: `the step "${title!.text}"` })).reverse(), ...(fields ? [{ value: fields, where: "Fields" }] : [])].map(
        ({ value, where }) => ({
          title: `Add it to ${where}`,
          edits: [{ span: end(value), text: `, ${name}` }],
        }),
      ),
    });
    return null;
  };
  const prefill = details.one("Prefill");
  const afterSaving = details.one("After saving");
  return {
    kind: "form",
    entity,
    action,
    parameters,
    steps: written,
    prefill: prefill
      ? prefillsIn(prefill).flatMap(
          (words) =>
            compilePrefill(
              context,
              words,
              { screen, entity },
              shown,
              // The input of an action may have a type of its own.
              (name) => filling.asked.get(name) ?? typeOfField(context, entity, name),
            ) ?? [],
        )
      : [],
    showWhen: compileShowWhen(context, details, entity, screen, shown),
    afterSaving: afterSaving && compileTarget(context, afterSaving, screen, { entity }),
  };
}

function formField(context: Context, words: TextSpan, { entity, action, creates, asked }: Filling): string | null {
  const input = sameWord(words.text, [...asked.keys()]);
  if (input !== undefined) return input;
  if (!creates) {
    reportNearest(context, "unknown-field-shown", words, `"${action}" doesn't ask for "${words.text}"`, asked.keys(), {
      hint: `Add it in point 4: \`${action} asks for: …\`.`,
    });
    return null;
  }
  const name = fieldNamed(context, words, entity);
  if (name === null) return null;
  const field = context.declared.entities.get(fold(entity))?.fields.get(fold(name));
  if (field?.open !== undefined) {
    context.affects(field.open, `a form for ${entity}`, words.span);
    return null;
  }
  const part = field?.type.kind === "inverse" && context.declared.entities.get(fold(field.type.entity))?.partOf === entity;
  const stored = field && !field.computed && !isGenerated(field.type) && (field.type.kind !== "inverse" || part);
  if (stored && field.readOnly) {
    context.report("unsuitable-field", words.span, `"${name}" can't be filled in: it is read-only, so only effects can set it.`);
    return null;
  }
  if (stored) return name;
  context.report("unsuitable-field", words.span, `"${name}" can't be filled in: the product sets its value.`);
  return null;
}

/** The fields with `Show … when`, each with its condition over the record (or the current values of the form). */
export function compileShowWhen(context: Context, details: Details, entity: string, screen: string, named: (words: TextSpan) => string | null): Form["showWhen"] {
  return details.showWhen.flatMap(({ field, condition }) => {
    const name = named(field);
    const expression = context.expression(condition, { what: `Show ${field.text} of ${screen}`, self: entity, expect: { kind: "boolean" } });
    return name === null ? [] : [{ field: name, condition: { expression, source: condition.span } }];
  });
}

/** The type of a record's field; undefined for an action's own input, and for amounts in the currency of another field. */
function typeOfField(context: Context, entity: string, name: string): Type | undefined {
  const type = context.declared.entities.get(fold(entity))?.fields.get(fold(name))?.type;
  return type === undefined || (type.kind === "money" && type.currencyField !== undefined) ? undefined : typeOf(type);
}

/** Each `FIELD = …`. */
export const prefillsIn = (value: TextSpan): TextSpan[] => itemsOf(value).flatMap((item) => splitTop(item, item.text.includes(";") ? ";" : ","));

/** `typed`: the type of the field of that name, if it is known. */
export function compilePrefill(
  context: Context,
  words: TextSpan,
  { screen, entity }: { readonly screen: string; /** The entity of the form's record; null for a call. */ readonly entity: string | null },
  named: (words: TextSpan) => string | null,
  typed: (name: string) => Type | undefined = () => undefined,
): Form["prefill"][number] | null {
  const line = readByForm(
    context,
    prefillForms,
    words,
    {},
    {
      code: "unknown-choice",
      near: () => {
        context.report("unknown-choice", words.span, "Prefill is written FIELD = `…`.", { hint: `Write it as in \`${prefillForms.forms.prefill.example}\`.` });
        return true;
      },
    },
  );
  if (!line) return null;
  const field = named(plainName(line.slots["field"]!));
  const expect = field === null ? undefined : typed(field);
  const value = context.expression(trim(line.slots["value"]!), {
    what: `Prefill of ${screen}`,
    ...(entity === null ? {} : { self: entity }),
    ...(expect === undefined ? {} : { expect }),
  });
  return field === null ? null : { field, value };
}
