/** Reads the cell Shows: the kind of screen, its entity, and further words. */
import { fold } from "@nonet/feel";
import { type NearMiss, readForm, screenForms } from "@nonet/forms";
import { isNotShown, type TextSpan } from "@nonet/notation";
import { nearest } from "@nonet/source";
import type { Context } from "../context/context.ts";
import { type FormLine, readByForm } from "../resolve/read-by-form.ts";
import { reportNearest } from "../resolve/report-nearest.ts";
import { compileAction, findEntity, reportNoEntity } from "./naming/names.ts";
import { plainName } from "./naming/plain-name.ts";
import { slotTests } from "./naming/slot-tests.ts";

/** The cell as it is read, before its fields are. */
export type RawShows =
  | { readonly kind: "list"; readonly entity: string; readonly where: TextSpan | null }
  | { readonly kind: "board"; readonly entity: string; readonly by: TextSpan; readonly where: TextSpan | null }
  | { readonly kind: "calendar"; readonly entity: string; readonly from: TextSpan; readonly to: TextSpan | null; readonly where: TextSpan | null }
  | { readonly kind: "timeline"; readonly entity: string; readonly by: TextSpan; readonly from: TextSpan; readonly to: TextSpan; readonly where: TextSpan | null }
  | { readonly kind: "tree"; readonly entity: string; readonly by: TextSpan }
  | { readonly kind: "record"; readonly entity: string }
  | { readonly kind: "form"; readonly entity: string; readonly action: string | null }
  | { readonly kind: "call form"; readonly call: string }
  | { readonly kind: "dashboard" }
  | { readonly kind: "report"; readonly entity: string; readonly by: TextSpan; readonly where: TextSpan | null }
  | { readonly kind: "page" }
  | { readonly kind: "open" };

type Name = keyof typeof screenForms.forms;
type Slots = FormLine<Name>["slots"];
type Builder = (context: Context, entity: string, slots: Slots) => RawShows | null;

const builders: Readonly<Record<Name, Builder>> = {
  list: (_, entity, { condition }) => ({ kind: "list", entity, where: condition ?? null }),
  board: (_, entity, { field, condition }) => ({ kind: "board", entity, by: field!, where: condition ?? null }),
  calendar: (_, entity, { from, to, condition }) => ({ kind: "calendar", entity, from: from!, to: to ?? null, where: condition ?? null }),
  timeline: (_, entity, { field, from, to, condition }) => ({ kind: "timeline", entity, by: field!, from: from!, to: to!, where: condition ?? null }),
  tree: (_, entity, { field }) => ({ kind: "tree", entity, by: field! }),
  report: (_, entity, { groups, condition }) => ({ kind: "report", entity, by: groups!, where: condition ?? null }),
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

/** Null if the cell isn't understood, which is reported. */
export function readShows(context: Context, words: TextSpan): RawShows | null {
  if (isNotShown(words)) return { kind: "open" };
  // An entity can be called like a kind of screen.
  const named = findEntity(context, plainName(words).text);
  if (named !== null) return { kind: "record", entity: named };
  const tests = slotTests(context);
  const reading = readForm(screenForms, words.text, tests);
  if (reading.kind === "none" && !reading.near) {
    reportNearest(context, "unknown-kind", words, `A screen can't show "${words.text}"`, kindsFor(context));
    return null;
  }
  const line = readByForm(context, screenForms, words, tests, { code: "unknown-kind", near: (miss, at) => reportNear(context, words, miss, at) });
  if (!line) return null;
  const { entity } = line.slots;
  return builders[line.name](context, (entity && findEntity(context, plainName(entity).text)) ?? "", line.slots);
}

/** An unknown entity is reported at its name, and an unknown kind of screen with the nearest one. */
function reportNear(context: Context, words: TextSpan, { expected, form }: NearMiss, at: TextSpan): boolean {
  if (typeof expected === "object" && "slot" in expected && (expected.of === "entity" || expected.of === "call") && at.text !== "" && form !== screenForms.forms.record) {
    const end = /\s+(?:where|by|from|per)\s|\s*:(?:\s|$)/i.exec(at.text)?.index ?? at.text.length;
    const name = plainName({ text: at.text.slice(0, end), span: { ...at.span, to: at.span.from + end } });
    if (findEntity(context, name.text) !== null) return false;
    reportNoEntity(context, name);
    return true;
  }
  if (typeof expected === "object" && "words" in expected && at.text !== words.text) return false;
  if (expected === "end") return false;
  const all = kindsFor(context);
  if (nearest(words.text, all) === undefined && typeof expected === "object" && "words" in expected) return false;
  reportNearest(context, "unknown-kind", words, `A screen can't show "${words.text}"`, all);
  return true;
}

function kindsFor(context: Context): readonly string[] {
  const names = [...context.declared.entities.values()].map((one) => one.name);
  return ["dashboard", "page", ...names, ...names.flatMap((name) => [`list of ${name}`, `form for ${name}`])];
}
