/** A form: its steps and fields, prefilled values, and the screen that opens after saving. */
import { fold, type Type } from "@nonet/feel";
import { isGenerated, type Shows } from "@nonet/model";
import { type Attribute, codeOf, findTop, isNotShown, slice, splitTop, type TextSpan, trim } from "@nonet/notation";
import type { Context } from "../context/context.ts";
import { currencyOf } from "../declare/currency.ts";
import { typeOf } from "../expressions/field-type.ts";
import { reportNearest } from "../resolve/report-nearest.ts";
import { readTyped } from "../syntax/field-attributes.ts";
import { rawInputField, type RawField } from "../syntax/field.ts";
import { openRoute, screenTables } from "../syntax/screen-rows.ts";
import { sameWord } from "../text/same-word.ts";
import { spaced } from "../text/split.ts";
import type { Details } from "./attributes.ts";
import { fieldNamed, listOf } from "./paths.ts";

type Form = Extract<Shows, { kind: "form" }>;

/** `routes`: every route of the table, for After saving. */
export function compileForm(context: Context, entity: string, action: string | null, screen: string, details: Details, routes: readonly string[]): Form {
  const fields = details.one("Fields");
  const steps = details.many("Step");
  if (fields && steps.length > 0) context.report("fields-and-steps", fields.span, "This form has both Fields and Steps.");
  const asked = action === null ? null : askedBy(context, entity, action);
  const allowed = asked && [...asked.keys()];
  const named = (value: TextSpan): string[] => listOf(value).flatMap((words) => formField(context, words, entity, action, allowed) ?? []);
  const written = [...(fields ? [{ title: null, fields: named(fields) }] : []), ...steps.map((step: Attribute) => ({ title: step.title!.text, fields: named(step.value) }))];
  const placed = written.length === 0 || details.open ? null : new Set([...written.flatMap((step) => step.fields), ...(action === null ? alwaysAsked(context, entity) : [])]);
  const shown = (words: TextSpan): string | null => {
    const name = formField(context, words, entity, action, allowed);
    if (name === null || !placed || placed.has(name)) return name;
    reportNearest(
      context,
      "unknown-field-shown",
      words,
      `"${screen}" doesn't ask for "${name}", so this has no effect`,
      written.flatMap((step) => step.fields),
    );
    return null;
  };
  const prefill = details.one("Prefill");
  const afterSaving = details.one("After saving");
  return {
    kind: "form",
    entity,
    action,
    steps: written,
    prefill: prefill
      ? splitTop(prefill, prefill.text.includes(";") ? ";" : ",").flatMap(
          (words) =>
            compilePrefill(
              context,
              words,
              screen,
              shown,
              // The input of an action may have a type of its own.
              (name) => asked?.get(name) ?? typeOfField(context, entity, name),
            ) ?? [],
        )
      : [],
    showWhen: compileShowWhen(context, details, entity, screen, shown),
    afterSaving: afterSaving && routeOf(context, afterSaving, routes, screen),
  };
}

function formField(context: Context, words: TextSpan, entity: string, action: string | null, allowed: readonly string[] | null): string | null {
  if (allowed) {
    const found = sameWord(words.text, allowed);
    if (found === undefined) reportNearest(context, "unknown-field-shown", words, `"${action}" doesn't ask for "${words.text}"`, allowed);
    return found ?? null;
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

/** `typed`: the type of the field of that name, if it is known. */
export function compilePrefill(
  context: Context,
  words: TextSpan,
  screen: string,
  named: (words: TextSpan) => string | null,
  typed: (name: string) => Type | undefined = () => undefined,
): Form["prefill"][number] | null {
  const sign = findTop(words.text, /\s*=\s*|\s+(?:with|is)\s+/);
  if (!sign) {
    context.report("unknown-choice", words.span, "Prefill is written FIELD = `…`.");
    return null;
  }
  const field = named(trim(slice(words, 0, sign.index)));
  const expect = field === null ? undefined : typed(field);
  const value = context.expression(trim(slice(words, sign.index + sign[0].length, words.text.length)), {
    what: `Prefill of ${screen}`,
    ...(expect === undefined ? {} : { expect }),
  });
  return field === null ? null : { field, value };
}

/** A route, or the route of the screen with this name. `from`: the screen that leads there. */
export function routeOf(context: Context, value: TextSpan, routes: readonly string[], from: string): string | null {
  const words = codeOf(value);
  if (routes.some((route) => route === words.text || shape(route) === shape(words.text))) return words.text;
  const screen = screenRoute(context, words.text);
  if (screen !== null) return screen;
  const open = openTargets(context, words.text);
  for (const name of open) context.affects(openRoute(name), `After saving of ${from}`, words.span);
  if (open.length > 0) return null;
  reportNearest(context, "unknown-target", words, `There is no screen "${words.text}"`, [...routes, ...[...context.declared.screens.values()].map((s) => s.name)]);
  return null;
}

/** Screens with an open route that may be meant: the one with this name, or any if no other route fits. */
function openTargets(context: Context, target: string): string[] {
  const open = screenTables(context.tree).flatMap(({ screens }) => screens.filter(({ route }) => isNotShown(route)).map(({ name }) => name.text));
  return open.filter((name) => target.startsWith("/") || fold(name) === fold(target));
}

function screenRoute(context: Context, name: string): string | null {
  for (const block of context.tree.points[1]!.blocks) {
    if (block.kind !== "table") continue;
    const row = block.rows.find((one) => one.cells.some((cell) => fold(cell.text) === fold(name)));
    const route = row?.cells.find((cell) => cell.text.startsWith("/"));
    if (route) return route.text;
  }
  return null;
}

/** Undefined if it isn't understood, which point 4 reports, and for amounts in the currency of another field. */
function typeAsked(context: Context, raw: RawField): Type | undefined {
  const { reading } = readTyped(raw, { entity: (name) => context.declared.entities.get(fold(name))?.name, currency: currencyOf(context.tree) });
  return "type" in reading && !(reading.type.kind === "money" && reading.type.currencyField !== undefined) ? typeOf(reading.type) : undefined;
}

/** Cached, because each route is compared with many others. */
const shapes = new Map<string, string>();

/** The parts that distinguish routes: their words and the positions of parameters. */
export function shape(route: string): string {
  const known = shapes.get(route);
  if (known !== undefined) return known;
  const made =
    route
      .replace(/:[^/]+/g, ":")
      .replace(/\/+$/, "")
      .toLowerCase() || "/";
  if (shapes.size > 10_000) shapes.clear();
  shapes.set(route, made);
  return made;
}

/** The input of the creating action is added at the end of the form, whether named or not. */
const alwaysAsked = (context: Context, entity: string): string[] =>
  [...(context.declared.entities.get(fold(entity))?.actions.values() ?? [])].flatMap(({ name }) => [...askedBy(context, entity, name).keys()]);

/** The input of an action by name, with the types of point 4. */
function askedBy(context: Context, entity: string, action: string): ReadonlyMap<string, Type | undefined> {
  const sections = context.tree.points[3]!.sections.filter((section) => fold(section.title.text.split(":")[0]!) === fold(entity));
  for (const block of sections.flatMap((section) => section.blocks)) {
    if (block.kind !== "bullet" || !block.label || !block.value || fold(block.label.text) !== fold(`${action} asks for`)) continue;
    const parts = splitTop(block.value, ";");
    return new Map(
      parts.flatMap((part): [string, Type | undefined][] => {
        const raw = rawInputField(part);
        return raw ? [[spaced(raw.name.text), typeAsked(context, raw)]] : listOf(part).map((name) => [name.text.replace(/\s+required$/i, ""), undefined]);
      }),
    );
  }
  return new Map();
}
