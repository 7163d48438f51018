/** After saving: the route that opens, and the values of its parameters in the saved record. */
import { fold } from "@nonet/feel";
import { after } from "../../text/split.ts";
import { camel, type Target } from "@nonet/model";
import { targetForms } from "@nonet/forms";
import { codeOf, isNotShown, type TextSpan } from "@nonet/notation";
import type { Context } from "../../context/context.ts";
import { tryForm } from "../../resolve/read-by-form.ts";
import { reportNearest } from "../../resolve/report-nearest.ts";
import { openRoute, type RawScreen, screenTables } from "../../syntax/screen-rows.ts";
import { findEntity } from "../naming/names.ts";
import { parametersIn } from "./parameters.ts";
import { plainName } from "../naming/plain-name.ts";
import { fieldOfParameter, isUnique } from "../naming/unique-fields.ts";

/** What is saved: a record of an entity, or the answer of a call with these keys. */
export type Saved = { readonly entity: string } | { readonly answer: readonly string[] | null; readonly call: string };

/** A route, or the route of the screen with this name. `from`: the screen that leads there. */
export function compileTarget(context: Context, written: TextSpan, from: string, saved: Saved): Target | null {
  const value = after(written, /(?:→|->|=>)\s*/) ?? written;
  const raws = screenTables(context.tree).flatMap(({ screens }) => screens);
  const line = tryForm(targetForms, plainName(value), { target: (text) => screenMeant(raws, text) !== undefined });
  const words = plainName(line?.slots["target"] ?? value);
  const route = routeIn(words.text);
  const target = screenMeant(raws, words.text);
  if (target && !isNotShown(target.route)) return filled(context, words, target, saved);
  const open = raws
    .filter((raw) => isNotShown(raw.route))
    .map((raw) => raw.name.text)
    .filter((name) => route.startsWith("/") || fold(name) === fold(words.text));
  for (const name of open) context.affects(openRoute(name), `After saving of ${from}`, words.span);
  // A missing column is reported once.
  if (open.length > 0 || raws.some((raw) => !raw.hasRoute)) return null;
  reportNearest(
    context,
    "unknown-target",
    words,
    `There is no screen "${words.text}"`,
    raws.flatMap((raw) => [raw.route.text, raw.name.text]),
  );
  return null;
}

/** `/orders/{number}` as `/orders/:number`. */
const routeIn = (text: string): string => text.replace(/\{([^{}]+)\}/g, (_, name: string) => `:${camel(name.trim())}`);

/** The screen with this route, with a route of this shape, or with this name. */
function screenMeant(raws: readonly RawScreen[], text: string): RawScreen | undefined {
  const route = routeIn(text);
  return (
    raws.find((raw) => raw.route.text === route) ??
    raws.find((raw) => route.startsWith("/") && shape(raw.route.text) === shape(route)) ??
    raws.find((raw) => fold(raw.name.text) === fold(text))
  );
}

function filled(context: Context, words: TextSpan, target: RawScreen, saved: Saved): Target | null {
  const fills: { parameter: string; path: readonly string[] }[] = [];
  for (const { text: parameter } of parametersIn(target.route)) {
    const paths = "entity" in saved ? pathsTo(context, saved.entity, target, parameter) : keysFor(saved.answer, parameter);
    if (paths.length === 1) fills.push({ parameter, path: paths[0]! });
    else reportUnfilled(context, words, parameter, paths, saved);
    if (paths.length !== 1) return null;
  }
  return { route: target.route.text, fills };
}

/** The saved record itself, or a record to which it refers, has the value of the parameter. */
function pathsTo(context: Context, entity: string, target: RawScreen, parameter: string): (readonly string[])[] {
  const page = target.shows && findEntity(context, codeOf(target.shows).text);
  const ofItself = (page === null || page === entity) && identifies(context, entity, parameter);
  if (ofItself !== false) return [[ofItself]];
  return [...(context.declared.entities.get(fold(entity))?.fields.values() ?? [])].flatMap(({ name, type }) => {
    if (type.kind !== "reference" || (page !== null && page !== type.entity)) return [];
    const field = identifies(context, type.entity, parameter);
    return field === false ? (camel(name) === parameter ? [[name, "id"]] : []) : [[name, field]];
  });
}

/** The unique field that the parameter names. */
function identifies(context: Context, entity: string, parameter: string): string | false {
  const field = fieldOfParameter(context, entity, parameter);
  return field !== undefined && (field === "id" || isUnique(context, entity, field)) ? field : false;
}

/** null: the keys of the answer aren't known. */
const keysFor = (keys: readonly string[] | null, parameter: string): (readonly string[])[] => {
  const key = keys === null ? parameter : keys.find((one) => one === parameter || camel(one) === parameter);
  return key === undefined ? [] : [[key]];
};

function reportUnfilled(context: Context, words: TextSpan, parameter: string, paths: readonly (readonly string[])[], saved: Saved): void {
  if (paths.length > 1)
    return context.report(
      "unfilled-parameter",
      words.span,
      `":${parameter}" could be filled with ${paths.map((path) => `\`${path.join(".")}\``).join(" or ")} of the saved record.`,
      {
        hint: "Name the screen of the saved record, or a screen whose route has no parameter.",
      },
    );
  if ("entity" in saved)
    return context.report(
      "unfilled-parameter",
      words.span,
      `Nothing fills in ":${parameter}": ${saved.entity} has no unique field "${parameter}", and refers to no record that has one.`,
      {
        hint: "Name a screen of the saved record, or a screen whose route has no parameter.",
      },
    );
  context.report("unfilled-parameter", words.span, `Nothing fills in ":${parameter}": the answer of "${saved.call}" has no "${parameter}".`, {
    hint: `Add it to Answers, as in \`{ ${parameter}: … }\`, or name a screen whose route has no parameter.`,
  });
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
