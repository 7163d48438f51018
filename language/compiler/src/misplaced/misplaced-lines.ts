/** Statements of one point that stand in another one, where nobody reads them: they would be prose without a word. */
import { fold, readValue } from "@nonet/feel";
import { type Block, isCode, labelled, type PointNumber, pointTitles, type Section, type TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/workshop.ts";
import { readFieldType, type TypeWords } from "../syntax/field-type.ts";
import { rawAsked } from "../syntax/field.ts";
import { limitOf } from "../syntax/limits.ts";
import { isNoRole } from "../syntax/line-forms.ts";
import type { Unread } from "../syntax/prose-lines.ts";
import { schedulePattern } from "../syntax/schedule-pattern.ts";
import { bare, split } from "../text/split.ts";

/** What tells a statement's value from a sentence behind a colon. */
interface Names {
  readonly types: TypeWords;
  isEntity(name: string): boolean;
  isField(name: string): boolean;
  isState(name: string): boolean;
  isRole(name: string): boolean;
}

interface Form {
  readonly label: RegExp;
  readonly points: readonly PointNumber[];
  fits(value: TextSpan, names: Names): boolean;
  /** Whether the label alone can be no role's name: a bullet of point 6. */
  readonly isNoRole?: true;
}

const matches =
  (pattern: RegExp): Form["fits"] =>
  ({ text }) =>
    pattern.test(text);
const statements = matches(/^(?:set|create|for each|do|delete|send|call|forget|stop with)\s/i);
const someone = /^(?:(?:an?|any|every|each|no|the)\s+)?(.+?)\s+(?:does\s|\p{L}+s\s|or\s|and\s)/iu;
const direction = /\s+(?:descending|desc|ascending|asc)$/i;

const fields: Form["fits"] = (value, names) =>
  split(value, ",;/").every(({ text }) => names.isField(text.replace(direction, "").split(".")[0]!) || /^(?:latest|newest|highest|earliest|oldest|lowest) first$/i.test(text));
const states: Form["fits"] = (value, names) => split(value, ",/").every(({ text }) => names.isState(text));
const path = (value: TextSpan, names: Names): boolean => !value.text.includes("@") && !/[.]\s|[.]$/.test(value.text) && names.isField(value.text.split(".").at(-1)!.trim());

export const forms: readonly Form[] = [
  { label: /^(?:currency)$/, points: [1], fits: matches(/^[A-Z]{3}$/) },
  { label: /^time zone$/, points: [1], fits: matches(/^(?:UTC|[A-Z]\w+\/[A-Z][\w/]+)$/), isNoRole: true },
  { label: /^sign in$/, points: [1], fits: matches(/^(?:email and password|single sign-on|passkey)\b/i), isNoRole: true },
  { label: /^(?:columns|search|filters|group by)$/, points: [2], fits: fields },
  { label: /^highlight$/, points: [2], fits: matches(/^\w+ when\s/i) },
  { label: /^page size$/, points: [2, 9], fits: matches(/^\d+$/), isNoRole: true },
  { label: /^sort(?:ed)?(?: by)?$/, points: [2, 3], fits: fields },
  { label: /^shown as$/, points: [3], fits: (value, names) => isCode(value) || fields(value, names), isNoRole: true },
  { label: /^unique$/, points: [3], fits: fields, isNoRole: true },
  { label: /^locked while$/, points: [3], fits: (value, names) => isCode(value) || states(value, names), isNoRole: true },
  { label: /^deleting$/, points: [3], fits: matches(/^(?:not allowed|archives)\b/i), isNoRole: true },
  { label: /^when .+ is deleted$/, points: [3], fits: matches(/^(?:forbid|delete too|empty it)$/i), isNoRole: true },
  { label: /^on (?:create|change|change of .+|entering .+|leaving .+)$/, points: [3], fits: statements, isNoRole: true },
  { label: /^(?:starts|ends) (?:as|in)$/, points: [4], fits: (value, names) => states(value, names) || /^[\p{L}\d-]+$/u.test(value.text), isNoRole: true },
  { label: /\sasks for$/, points: [4], fits: (value, names) => split(value, ";").every((part) => isTyped(part, names) || fields(part, names)), isNoRole: true },
  { label: /\s(?:is|are) decided by$/, points: [4], fits: matches(/^(?:any \d+ of|all of|majority of)\s/i), isNoRole: true },
  { label: /\sdoes$/, points: [4], fits: statements, isNoRole: true },
  { label: /^must hold$/, points: [5], fits: isCode, isNoRole: true },
  { label: /^otherwise$/, points: [5, 7], fits: matches(/^`?(?:warn\s+)?[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/), isNoRole: true },
  { label: /^never$/, points: [6], fits: ({ text }, names) => names.isRole(someone.exec(text)?.[1] ?? "") },
  { label: /^own$/, points: [6], fits: ({ text }, names) => names.isEntity(/^(?:an?|each|every)\s+(.+?)\s+is\s/i.exec(text)?.[1] ?? "") },
  { label: /^email to$/, points: [7], fits: (value, names) => isCode(value) || path(value, names) || names.isRole(value.text), isNoRole: true },
  { label: /^(?:request|receives|offers)$/, points: [7], fits: matches(/^(?:GET|POST|PUT|PATCH|DELETE|HEAD)\s+\S/) },
  { label: /^every$/, points: [7], fits: matches(schedulePattern), isNoRole: true },
  { label: /^working (?:time|hours)$/, points: [9], fits: matches(/\d\d?:\d\d\s*(?:to|–|-)\s*\d\d?:\d\d/), isNoRole: true },
  { label: /^hit policy$/, points: [9], fits: matches(/^\w+(?: \w+)?$/), isNoRole: true },
];

/** `note: text, required`: a type with an attribute, which no sentence has behind its colon. */
export function isField(words: TextSpan, names: Names): boolean {
  const raw = rawAsked(words);
  return raw !== null && raw.attributes.length > 0 && raw.attributes.every(({ kind }) => kind !== "unknown") && isTyped(words, names);
}

function isTyped(words: TextSpan, { types }: Names): boolean {
  const raw = rawAsked(words);
  const reading = raw && readFieldType(raw.type, types);
  return reading !== null && !("unknown" in reading);
}

/** The points that the line is a statement of; empty for prose, and where `point` is one of them. */
function misplaced(point: PointNumber, words: TextSpan, names: Names): { readonly points: readonly PointNumber[]; readonly what: string } | null {
  const parts = words.text.includes(":") ? labelled(words) : null;
  if (!parts || parts.value.text === "") return condition(point, words, names);
  const key = fold(parts.label.text);
  const form = forms.find(({ label, fits }) => label.test(key) && fits(parts.value, names));
  if (form) return form.points.includes(point) ? null : { points: form.points, what: `the statement "${parts.label.text}"` };
  if (point !== 9 && limitOf(key) && readValue(parts.value.text)) return { points: [9], what: `the value of "${key}"` };
  return ![3, 4, 7].includes(point) && isField(words, names) ? { points: [3], what: `the field "${parts.label.text}"` } : null;
}

const conditionForm = /^(?:an?|each|every|the)\s+(.+?)\s+is\s+([^,:;`]+?)\s+when\s+(?:`[^`]+`|[^`\n]*\s(?:=|!=|[<>]=?)\s[^`\n]*)\.?$/i;

/** ``A Paper is conflicted when `…` ``; of a state it is prose. */
function condition(point: PointNumber, words: TextSpan, names: Names): ReturnType<typeof misplaced> {
  const found = point !== 6 && words.text.includes(" when ") ? conditionForm.exec(words.text) : null;
  return found && names.isEntity(found[1]!) && !names.isState(found[2]!) ? { points: [6], what: `the condition "${found[2]}"` } : null;
}

const namesOf = (ctx: PointCompiler): Names => ({
  types: ctx.typeNames,
  isEntity: (name) => ctx.drafts.has(fold(name)),
  isField: (name) => [...ctx.drafts.values()].some((draft) => draft.fields.has(fold(plain(name)))),
  isState: (name) => [...ctx.drafts.values()].some((draft) => [draft, ...draft.further].some(({ states: all }) => all.some((state) => fold(state) === fold(plain(name))))),
  isRole: (name) => ctx.declared.roles.has(fold(name)) || /^(?:anyone|everyone|nobody|bearer)$/i.test(name),
});

const plain = (text: string): string => bare({ text: text.trim(), span: { file: 0, from: 0, to: 0 } }).text;

/** A paragraph's line that belongs to another point; `section` null above the point's first one. */
export function misplacedLine(ctx: PointCompiler, point: PointNumber, words: TextSpan, section: Section | null): Unread | null {
  const names = namesOf(ctx);
  // Of what its own point says, the point's number is no news: there it needs a section.
  const lacks = section === null && [3, 4].includes(point) ? misplaced(9, words, names) : null;
  if (lacks?.points.includes(point))
    return { words, what: lacks.what, but: "no `### Name` above it says what it is about", hint: "Write it as a bullet beneath the `### Name` of what it is about." };
  const found = misplaced(point, words, names);
  return found && { words, what: found.what, but: `it belongs to ${inWords(found.points)}`, hint: writeIt(found.points) };
}

const inWords = (points: readonly PointNumber[]): string => (points.length === 1 ? `point ${points[0]}` : `points ${points.join(" and ")}`);
const writeIt = (points: readonly PointNumber[]): string =>
  `Write it in ${points.map((point) => `point ${point}, "${pointTitles[point]}"`).join(", or in ")}, in the form that it has there.`;

/** Bullets that aren't told as unknown attributes: where those of the point need no colon, and the roles of point 6. */
export function judgeMisplacedBullets(ctx: PointCompiler, point: PointNumber, blocks: readonly Block[]): void {
  for (const block of blocks) {
    if (block.kind !== "bullet" || !(point === 6 ? isNoRole(block.words) : [1, 2, 8].includes(point) && !block.label)) continue;
    const found = misplaced(point, block.words, point === 6 ? unknown : namesOf(ctx));
    if (found) ctx.report("unread-attribute", block.words.span, `This looks like ${found.what}, but it belongs to ${inWords(found.points)}.`, { hint: writeIt(found.points) });
  }
}

/** For whoever asks before names are known: of a label that can be no role's, any value will do. */
export const unknown: Names = {
  types: { entity: () => undefined, currency: null },
  isEntity: () => true,
  isField: () => true,
  isState: () => true,
  isRole: () => true,
};
