/** Reads the cell Shows: the kind of screen, its entity, and further words. */
import { fold } from "@nonet/feel";
import { type NearMiss, readForm, screenForms } from "@nonet/forms";
import { codeOf, isNotShown, type TextSpan } from "@nonet/notation";
import { nearest } from "@nonet/source";
import type { Context } from "../context/context.ts";
import { type FormLine, readByForm } from "../resolve/read-by-form.ts";
import { reportNearest } from "../resolve/report-nearest.ts";
import { reportListDetails } from "./list-details.ts";
import { compileAction, findEntity, reportNoEntity } from "./naming/names.ts";
import { orderIn } from "./naming/order-alone.ts";
import { ownCondition } from "./naming/own-condition.ts";
import { plainName } from "./naming/plain-name.ts";
import { linesAmong } from "../syntax/roles/condition-lines.ts";
import { slotTests } from "./naming/slot-tests.ts";
import { isDescending } from "./naming/word-tests.ts";

/** The cell as it is read, before its fields are. */
export type RawShows =
  | { readonly kind: "list"; readonly entity: string; readonly where: TextSpan | null; readonly sort: TextSpan | null }
  | { readonly kind: "board"; readonly entity: string; readonly by: TextSpan; readonly where: TextSpan | null }
  | { readonly kind: "calendar"; readonly entity: string; readonly from: TextSpan | null; readonly to: TextSpan | null; readonly where: TextSpan | null }
  | { readonly kind: "timeline"; readonly entity: string; readonly by: TextSpan; readonly from: TextSpan; readonly to: TextSpan; readonly where: TextSpan | null }
  | { readonly kind: "tree"; readonly entity: string; readonly by: TextSpan }
  | { readonly kind: "record"; readonly entity: string }
  | { readonly kind: "form"; readonly entity: string; readonly action: string | null }
  | { readonly kind: "call form"; readonly call: string }
  | { readonly kind: "dashboard" }
  | { readonly kind: "report"; readonly entity: string; readonly by: TextSpan | null; readonly where: TextSpan | null }
  | { readonly kind: "page" }
  | { readonly kind: "open" };

type Name = keyof typeof screenForms.forms;
type Slots = FormLine<Name>["slots"];
type Builder = (context: Context, entity: string, slots: Slots, words: TextSpan) => RawShows | null;

const builders: Readonly<Record<Name, Builder>> = {
  list: (context, entity, { condition, order }) => ({ kind: "list", entity, where: condition ?? null, sort: orderIn(context, entity, order) }),
  mine,
  board: (_, entity, { field, condition }) => ({ kind: "board", entity, by: field!, where: condition ?? null }),
  calendar: (_, entity, { from, to, condition }) => ({ kind: "calendar", entity, from: from ?? null, to: to ?? null, where: condition ?? null }),
  timeline: (_, entity, { field, from, to, condition }) => ({ kind: "timeline", entity, by: field!, from: from!, to: to!, where: condition ?? null }),
  tree: (_, entity, { field }) => ({ kind: "tree", entity, by: field! }),
  report: (_, entity, { groups, condition }) => ({ kind: "report", entity, by: groups ?? null, where: condition ?? null }),
  record: (_, entity) => ({ kind: "record", entity }),
  "form for a record": (_, entity) => ({ kind: "form", entity, action: null }),
  "form for an action": (context, entity, { action }) => {
    const name = compileAction(context, plainName(action!), entity);
    return name === null ? null : { kind: "form", entity, action: name };
  },
  "form for a call": (context, _, { call }) => ({ kind: "call form", call: context.declared.calls.get(fold(plainName(call!).text))!.name }),
  dashboard: () => ({ kind: "dashboard" }),
  page: () => ({ kind: "page" }),
};

/** `latest`, `latest day`, `day latest`. */
const isAge = (text: string): boolean => [text, text.split(" ")[0]!, text.split(" ").at(-1)!].some((words) => isDescending(words) !== undefined);
/** `list of my Bookings`: those whose only field for a User, or whose owner in point 6, is the reader. */
function mine(context: Context, entity: string, { condition, order, entity: named }: Slots, words: TextSpan): RawShows | null {
  const fields = [...(context.declared.entities.get(fold(entity))?.fields.values() ?? [])];
  const people = fields.flatMap(({ name, type, computed }) => (type.kind === "reference" && type.entity === "User" && !computed ? [name] : []));
  const owners = people.filter((name) => isOwner(context, entity, name));
  const [only, ...others] = owners.length === 1 ? owners : people;
  const own = only !== undefined && others.length === 0 ? `${only} = me` : ownCondition(context, entity);
  if (own !== null) {
    const where = condition ? behind(`(${own}) and (`, codeOf(condition)) : { text: own, span: named!.span };
    return { kind: "list", entity, where, sort: orderIn(context, entity, order) };
  }
  const which =
    only === undefined
      ? "no field for a User, so it isn't clear which records are somebody's own"
      : `several fields for a User: ${people.join(", ")}. It isn't clear which of them "my" means`;
  context.report("unknown-kind", words.span, `${entity} has ${which}.`, {
    hint: "Write `list of E where F = me`.",
    fixes:
      condition || order ? [] : people.map((field) => ({ title: `Write "where ${field} = me"`, edits: [{ span: words.span, text: `list of ${entity} where \`${field} = me\`` }] })),
  });
  return null;
}

/** The condition after more text; its own words keep their places. */
const behind = (lead: string, { text, span }: TextSpan): TextSpan => ({ text: `${lead}${text})`, span: { ...span, from: span.from - lead.length } });

/** Whether an `Own:` line of point 6 names the field. */
function isOwner(context: Context, entity: string, field: string): boolean {
  const point = context.tree.points[5]!;
  const lines = linesAmong([...point.blocks, ...point.sections.flatMap((section) => section.blocks)]).flatMap(({ found }) => found.filter(({ kind }) => kind === "own"));
  return lines.some(({ words }) => fold(words.text).includes(fold(entity)) && new RegExp(`(?<!\\p{L})${fold(field)}['’]`, "iu").test(words.text));
}

/** Null if the cell isn't understood, which is reported. */
export function readShows(context: Context, words: TextSpan): RawShows | null {
  if (isNotShown(words)) return { kind: "open" };
  // An entity can be called like a kind of screen.
  const named = findEntity(context, plainName(words).text);
  if (named !== null) return { kind: "record", entity: named };
  if (reportListDetails(context, words)) return null;
  const tests = { ...slotTests(context), age: isAge, order: (text: string) => !/\\bwhere\\b/i.test(text) };
  const reading = readForm(screenForms, words.text, tests);
  if (reading.kind === "none" && !reading.near) {
    reportNearest(context, "unknown-kind", words, `A screen can't show "${words.text}"`, kindsFor(context));
    return null;
  }
  const line = readByForm(context, screenForms, words, tests, { code: "unknown-kind", near: (miss, at) => reportNear(context, words, miss, at) });
  if (!line) return null;
  const { entity } = line.slots;
  return builders[line.name](context, (entity && findEntity(context, plainName(entity).text)) ?? "", line.slots, words);
}

/** An unknown entity is reported at its name, and an unknown kind of screen with the nearest one. */
function reportNear(context: Context, words: TextSpan, { expected, form }: NearMiss, at: TextSpan): boolean {
  if (typeof expected === "object" && "slot" in expected && (expected.of === "entity" || expected.of === "call") && at.text !== "" && form !== screenForms.forms.record) {
    const end = /\s+(?:where|by|from|per)\s|\s*:(?:\s|$)/i.exec(at.text)?.index ?? at.text.length;
    const name = plainName({ text: at.text.slice(0, end), span: { ...at.span, to: at.span.from + end } });
    if (findEntity(context, name.text) !== null) return false;
    const inState = form === screenForms.forms.list && end === at.text.length ? stateBefore(context, name) : null;
    if (inState === null) reportNoEntity(context, name);
    else
      context.report("unknown-kind", name.span, `A list names its records before their state: "${inState}".`, {
        fixes: [{ title: `Write "${inState}"`, edits: [{ span: name.span, text: inState }] }],
      });
    return true;
  }
  if (typeof expected === "object" && "words" in expected && at.text !== words.text) return false;
  if (expected === "end") return false;
  const all = kindsFor(context);
  if (nearest(words.text, all) === undefined && typeof expected === "object" && "words" in expected) return false;
  reportNearest(context, "unknown-kind", words, `A screen can't show "${words.text}"`, all);
  return true;
}

/** `open Orders`: Orders that are open. */
function stateBefore(context: Context, { text }: TextSpan): string | null {
  const words = text.split(/\s+/);
  for (let i = 1; i < words.length; i++) {
    const [before, rest] = [words.slice(0, i).join(" "), words.slice(i).join(" ")];
    const entity = findEntity(context, rest);
    if (entity !== null && context.declared.entities.get(fold(entity))?.states.some((state) => fold(state) === fold(before))) return `${rest} that are ${before}`;
  }
  return null;
}

function kindsFor(context: Context): readonly string[] {
  const names = [...context.declared.entities.values()].map((one) => one.name);
  return ["dashboard", "page", ...names, ...names.flatMap((name) => [`list of ${name}`, `form for ${name}`])];
}
