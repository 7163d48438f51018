/** The parameters of a screen's route, and the records that they name. */
import { fold } from "@nonet/feel";
import { camel, type RouteParameter } from "@nonet/model";
import { codeOf, isNotShown, type TextSpan } from "@nonet/notation";
import type { Context } from "../../context/context.ts";
import type { DeclaredField } from "../../declare/declared.ts";
import { reportNearest } from "../../resolve/report-nearest.ts";
import type { RawScreen } from "../../syntax/screen-rows.ts";
import { sameWord } from "../../text/same-word.ts";
import { findEntity } from "../naming/names.ts";
import { fieldOfParameter, isUnique, uniqueFields } from "../naming/unique-fields.ts";

/** Each parameter of the route, without its colon. */
export function parametersIn(route: TextSpan): TextSpan[] {
  return [...route.text.matchAll(/:([^/]+)/g)].map((match) => {
    const from = route.span.from + match.index + 1;
    return { text: match[1]!, span: { ...route.span, from, to: from + match[1]!.length } };
  });
}

/** The field that identifies the record of a page; null for the record of a secret link. `id` if it is invalid (which is reported). */
export function compilePageParameter(context: Context, raw: RawScreen, entity: string, forWhom: readonly string[]): string | null {
  const names = parametersIn(raw.route);
  const [words] = names;
  if (!words && forWhom.length > 0 && forWhom.every((role) => role === "bearer")) return null;
  if (!words || names.length > 1) {
    if (raw.route.text !== "" && !isNotShown(raw.route))
      context.report("route-parameter", raw.route.span, `The route of a record page of ${entity} needs one parameter, as in "/…/:id".`, {
        hint: forWhom.includes("bearer")
          ? "Only a screen that is for nobody but `bearer` needs no parameter: its secret link says which record it shows."
          : `Choose one of: ${["id", ...uniqueFields(context, entity)].map((name) => `:${camel(name)}`).join(", ")}.`,
      });
    return "id";
  }
  const field = fieldOfParameter(context, entity, words.text);
  const link =
    field === undefined ? [...fieldsOf(context, entity).values()].find(({ type }) => type.kind === "secret link" && fold(type.screen) === fold(raw.name.text)) : undefined;
  if (link) {
    const span = { ...words.span, from: words.span.from - 2 };
    context.report("route-parameter", words.span, `The secret link "${link.name}" opens "${raw.name.text}", so its route needs no parameter.`, {
      hint: "The link itself says which record it opens. Such a screen is only for `bearer`.",
      fixes: [{ title: "Remove the parameter", edits: [{ span, text: "" }] }],
    });
    return null;
  }
  if (field === undefined) reportNearest(context, "route-parameter", words, `${entity} has no field "${words.text}"`, ["id", ...uniqueFields(context, entity)].map(camel));
  else if (openOf(context, entity, field) !== undefined) context.affects(openOf(context, entity, field)!, `screen "${raw.name.text}"`, words.span);
  else if (fieldsOf(context, entity).get(fold(field))?.type.kind === "secret link") return "id";
  else if (field !== "id" && !isUnique(context, entity, field))
    context.report("route-parameter", words.span, `"${field}" is not unique: several ${entity} records can have the same value.`, {
      hint: "Use a unique field, or `id`.",
      fixes: [{ title: "Write `id`", edits: [{ span: words.span, text: "id" }] }],
    });
  else return field;
  return "id";
}

/** Lists, dashboards and pages are the same whatever the address says. */
export function refuseParameters(context: Context, raw: RawScreen, kind: string): void {
  const [words] = parametersIn(raw.route);
  if (words)
    context.report("route-parameter", words.span, `The route of a ${kind} can't have a parameter, but this one has ":${words.text}".`, {
      hint: "Only the routes of record pages and forms can have one. To show the records that belong to another record, add a `List` to that record's page.",
    });
}

/** The record on which the form's action runs. */
export function compileActionParameters(context: Context, raw: RawScreen, entity: string): RouteParameter[] {
  const names = parametersIn(raw.route);
  for (const words of names.slice(1))
    context.report("route-parameter", words.span, `":${words.text}" names nothing: the first parameter already names the ${entity} on which the action runs.`);
  return names.slice(0, 1).flatMap((words) => {
    const field = fieldOfParameter(context, entity, words.text);
    if (field === "id" || (field !== undefined && isUnique(context, entity, field))) return [{ name: words.text, fills: null, entity }];
    const other = sameEntity(entity, words.text);
    if (other) return [{ name: words.text, fills: null, entity }];
    reportNearest(context, "route-parameter", words, `":${words.text}" names no unique field of ${entity}, on which the action runs`, ["id", ...uniqueFields(context, entity)]);
    return [];
  });
}

/** `/loans/:loan/return`: the parameter is named after the entity. */
const sameEntity = (entity: string, parameter: string): boolean => sameWord(parameter, [entity]) !== undefined || camel(entity.toLowerCase()) === parameter;

interface Candidate {
  readonly field: DeclaredField;
  readonly entity: string;
}

/** The records to which the new record refers. `pages`: the routes of record pages, by entity. */
export function compileCreationParameters(context: Context, raw: RawScreen, entity: string, pages: ReadonlyMap<string, readonly string[]>): RouteParameter[] {
  const references = [...fieldsOf(context, entity).values()].flatMap((field): Candidate[] =>
    field.type.kind === "reference" && !field.computed && field.readOnly !== true ? [{ field, entity: field.type.entity }] : [],
  );
  const filled = new Set<string>();
  return parametersIn(raw.route).flatMap((words) => {
    const free = references.filter((one) => !filled.has(one.field.name));
    const found = candidatesFor(context, free, words);
    const page = raw.route.text.slice(0, words.span.to - raw.route.span.from);
    const standing = found.filter((one) => pages.get(one.entity)?.some((route) => fold(route) === fold(page)));
    const [only, ...others] = standing.length > 0 ? standing : found;
    if (only && others.length === 0) {
      filled.add(only.field.name);
      return [{ name: words.text, fills: only.field.name, entity: only.entity }];
    }
    if (only) reportSeveral(context, words, [only, ...others]);
    else reportNone(context, words, entity, references);
    return [];
  });
}

/** `:paper` is the field `paper`; `:number` is a unique field of a record to which the new one refers. */
function candidatesFor(context: Context, references: readonly Candidate[], words: TextSpan): Candidate[] {
  const named = references.filter(({ field }) => sameWord(words.text, [field.name]) !== undefined || camel(field.name) === words.text);
  if (named.length > 0) return named;
  return references.filter(({ entity }) => {
    const field = fieldOfParameter(context, entity, words.text);
    return field === "id" || (field !== undefined && isUnique(context, entity, field));
  });
}

function reportSeveral(context: Context, words: TextSpan, found: readonly Candidate[]): void {
  context.report("route-parameter", words.span, `":${words.text}" could name ${found.map(({ field, entity }) => `the ${entity} of "${field.name}"`).join(" or ")}.`, {
    hint: `Write ${found.map(({ field }) => `\`:${camel(field.name)}\``).join(" or ")}.`,
  });
}

function reportNone(context: Context, words: TextSpan, entity: string, references: readonly Candidate[]): void {
  const ways = references.flatMap(({ field, entity: target }) => [camel(field.name), ...uniqueFields(context, target).map(camel)]);
  if (ways.length > 0)
    return reportNearest(context, "route-parameter", words, `":${words.text}" names no unique field of a record to which a new ${entity} refers`, [...new Set(ways)]);
  context.report("route-parameter", words.span, `":${words.text}" fills in nothing: a new ${entity} refers to no other record.`, {
    hint: "Remove the parameter, or add a field that refers to the record to point 3.",
  });
}

/** The routes of record pages by their entity. */
export function pageRoutes(context: Context, raws: readonly RawScreen[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const raw of raws) {
    const entity = raw.shows && findEntity(context, codeOf(raw.shows).text);
    if (entity) found.set(entity, [...(found.get(entity) ?? []), raw.route.text]);
  }
  return found;
}

const fieldsOf = (context: Context, entity: string): ReadonlyMap<string, DeclaredField> => context.declared.entities.get(fold(entity))?.fields ?? new Map();
const openOf = (context: Context, entity: string, field: string): string | undefined => fieldsOf(context, entity).get(fold(field))?.open;
