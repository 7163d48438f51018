/** Compiles the cells Route, For and Menu of the table of screens. */
import { fold } from "@nonet/feel";
import { camel } from "@nonet/model";
import { isNone, isNotShown, type Section, splitTop, type TextSpan, type Tree } from "@nonet/notation";
import type { Context } from "../context/context.ts";
import { rawFieldsOf } from "../declare/fields.ts";
import { noteNotShown, reportNearest } from "../resolve/report-nearest.ts";
import { declaredRole } from "../resolve/roles.ts";
import { openRoute, type RawScreen } from "../syntax/screen-rows.ts";
import { sameWord } from "../text/same-word.ts";
import { bare, split } from "../text/split.ts";
import { shape } from "./form.ts";
import { fieldNames } from "./paths.ts";
import type { RawShows } from "./shows.ts";

/** The route in the model; null if it is invalid. `taken` maps the shapes of earlier routes to their screens. */
export function compileRoute(context: Context, raw: RawScreen, taken: Map<string, string>): string | null {
  const { text, span } = raw.route;
  // A missing column is reported once.
  if (!raw.hasRoute) return null;
  if (isNotShown(raw.route)) {
    noteNotShown(context, openRoute(raw.name.text), raw.route);
    context.affects(openRoute(raw.name.text), `screen "${raw.name.text}"`, raw.row.span);
    return null;
  }
  if (!isRoute(raw.route)) {
    context.report(text === "" ? "missing-cell" : "bad-route", span, text === "" ? "The screen has no route." : `"${text}" is not a valid route.`);
    return null;
  }
  if (/^\/(api|rehearsal)(\/|$)/i.test(text)) context.report("reserved-route", span, `The product itself uses ${text}.`);
  const before = taken.get(shape(text));
  if (before !== undefined) {
    context.report("duplicate-route", span, `The screen "${before}" already has this route.`);
    return null;
  }
  taken.set(shape(text), raw.name.text);
  return text.length > 1 ? text.replace(/\/$/, "") : text;
}

const forms = new WeakMap<TextSpan, boolean>();

function isRoute(words: TextSpan): boolean {
  const known = forms.get(words) ?? /^\/$|^(\/(:?[\p{L}\p{N}_.~-]+))+\/?$/u.test(words.text);
  forms.set(words, known);
  return known;
}

/** The field that the route's parameter names; `id` if it is invalid (which is reported). */
export function compileParameter(context: Context, raw: RawScreen, shows: RawShows): string {
  const names = [...raw.route.text.matchAll(/:([^/]+)/g)].map((match) => match[1]!);
  if (shows.kind === "form" && shows.action !== null && names.length === 1) return "id";
  // The value of the parameter is open as well.
  if (shows.kind === "open") return "id";
  if (shows.kind !== "record") {
    if (names.length > 0) context.report("route-parameter", raw.route.span, `Only the route of a record page can have a parameter, but this one has ":${names[0]}".`);
    return "id";
  }
  if (names.length !== 1) {
    if (raw.route.text !== "" && !isNotShown(raw.route))
      context.report("route-parameter", raw.route.span, `The route of a record page of ${shows.entity} needs one parameter, as in "/…/:id".`);
    return "id";
  }
  const fields = fieldNames(context, shows.entity);
  // `:shortName` is what the API calls `short name`.
  const field = sameWord(names[0]!, fields) ?? fields.find((name) => camel(name) === names[0]);
  const at = raw.route.text.indexOf(`:${names[0]}`) + 1;
  const words: TextSpan = { text: names[0]!, span: { ...raw.route.span, from: raw.route.span.from + at, to: raw.route.span.from + at + names[0]!.length } };
  if (field === undefined) reportNearest(context, "route-parameter", words, `${shows.entity} has no field "${names[0]}"`, ["id", ...uniqueFields(context, shows.entity)]);
  else if (openOf(context, shows.entity, field) !== undefined) context.affects(openOf(context, shows.entity, field)!, `screen "${raw.name.text}"`, words.span);
  else if (field !== "id" && !isUnique(context, shows.entity, field))
    context.report("route-parameter", words.span, `"${field}" is not unique: several ${shows.entity} records can have the same value.`, { hint: "Use a unique field, or `id`." });
  else return field;
  return "id";
}

const openOf = (context: Context, entity: string, field: string): string | undefined => context.declared.entities.get(fold(entity))?.fields.get(fold(field))?.open;

function isUnique(context: Context, entity: string, name: string): boolean {
  const field = context.declared.entities.get(fold(entity))?.fields.get(fold(name));
  return (
    (entity === "User" && name === "email") || (field !== undefined && (["sequence", "random text"].includes(field.type.kind) || saysUnique(context.tree, entity, field.name)))
  );
}

function uniqueFields(context: Context, entity: string): string[] {
  const fields = [...(context.declared.entities.get(fold(entity))?.fields.values() ?? [])];
  const always = entity === "User" ? ["email"] : [];
  return [...always, ...fields.filter((field) => ["sequence", "random text"].includes(field.type.kind) || saysUnique(context.tree, entity, field.name)).map((field) => field.name)];
}

/** Whether point 3 declares the field unique, with an attribute or `Unique: FIELD`. */
function saysUnique(tree: Tree, entity: string, field: string): boolean {
  const blocks = (sectionsByEntity(tree).get(fold(entity)) ?? []).flatMap((section) => section.blocks);
  const isIt = (words: TextSpan): boolean => fold(bare(words).text) === fold(field);
  const alone = blocks.some(
    (block) => block.kind === "bullet" && /^unique$/i.test(block.label?.text ?? "") && split(block.value!, ";").some((group) => split(group, ",/").every(isIt)),
  );
  return alone || rawFieldsOf(blocks).some((raw) => isIt(raw.name) && raw.attributes.some(({ kind }) => kind === "unique"));
}

const everyone: Readonly<Record<string, string>> = {
  everyone: "everyone",
  everybody: "everyone",
  "all users": "everyone",
  all: "everyone",
  bearer: "bearer",
  "the bearer": "bearer",
  anyone: "anyone",
  anybody: "anyone",
  public: "anyone",
};

export function compileFor(context: Context, raw: RawScreen): string[] {
  const words = raw.for;
  if (!words || isNone(words)) return [];
  if (isNotShown(words)) noteNotShown(context, `For of ${raw.name.text}`, words);
  else if (words.text === "")
    context.report("missing-cell", words.span, `For of the screen "${raw.name.text}" is empty.`, { hint: "Write a role, or `everyone` for every signed-in user." });
  else return parts(words).flatMap((part) => roleOf(context, part, raw.name.text) ?? []);
  return [];
}

/** `A, B`, `A / B`, `A and B`. */
function parts(words: TextSpan): TextSpan[] {
  return splitTop(words, ",").flatMap((part) => {
    const pieces: TextSpan[] = [];
    let at = 0;
    for (const piece of part.text.split(/(\s+\/\s+|\s+and\s+)/)) {
      if (!/^\s+(\/|and)\s+$/.test(piece)) pieces.push({ text: piece, span: { ...part.span, from: part.span.from + at, to: part.span.from + at + piece.length } });
      at += piece.length;
    }
    return pieces;
  });
}

function roleOf(context: Context, words: TextSpan, screen: string): string | null {
  const found = declaredRole(context, words.text, `For of ${screen}`, words.span) ?? everyone[fold(words.text)];
  if (found !== undefined) return found;
  reportNearest(context, "unknown-role-for", words, `There is no role "${words.text}"`, [...[...context.declared.roles.values()].map((role) => role.name), "everyone", "anyone"]);
  return null;
}

/** Default 7: in the menu unless the route has a parameter. */
export function compileMenu(context: Context, raw: RawScreen): boolean | string {
  const words = raw.menu;
  const usual = !raw.route.text.includes(":");
  if (!words || words.text === "") return usual;
  if (isNotShown(words)) {
    noteNotShown(context, `Menu of ${raw.name.text}`, words);
    return usual;
  }
  if (isNone(words) || /^(no|❌)$/i.test(words.text)) return false;
  if (!usual) context.report("route-parameter", words.span, "A screen with a parameter in its route can't be in the menu.");
  if (/^(yes|✅)$/i.test(words.text)) return usual;
  return usual && words.text;
}

/** Made once for a document. */
const bySubject = new WeakMap<Tree, ReadonlyMap<string, Section[]>>();

function sectionsByEntity(tree: Tree): ReadonlyMap<string, Section[]> {
  const known = bySubject.get(tree);
  if (known) return known;
  const found = new Map<string, Section[]>();
  for (const section of tree.points[2]!.sections) {
    const key = fold(section.title.text.replace(/\s*\(.*$/, ""));
    found.set(key, [...(found.get(key) ?? []), section]);
  }
  bySubject.set(tree, found);
  return found;
}
