/** Recognizes the statements that belong to one point only, by their label and the form of their value. */
import { fold } from "@nonet/feel";
import { isCode, labelled, type PointNumber, type TextSpan } from "@nonet/notation";
import { split } from "../text/split.ts";
import { readFieldType, type TypeWords } from "./entities/field-type.ts";
import { rawInputField } from "./entities/field.ts";
import { schedulePattern } from "./schedule-pattern.ts";

/** The names that distinguish a statement's value from a sentence after a colon. */
export interface Names {
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
  /** Whether the label can't be the name of a role, so that a bullet of point 6 isn't one. */
  readonly isNoRole?: true;
}

const matches =
  (pattern: RegExp): Form["fits"] =>
  ({ text }) =>
    pattern.test(text);
const statements = matches(/^(?:set|create|find|for each|do|delete|send|call|forget|stop with|end with|register|sign in)\s/i);
const someone = /^(?:(?:an?|any|every|each|no|the)\s+)?(.+?)\s+(?:does\s|\p{L}+s\s|or\s|and\s)/iu;
const direction = /\s+(?:descending|desc|ascending|asc)$/i;

const fields: Form["fits"] = (value, names) =>
  split(value, ",;/").every(({ text }) => names.isField(text.replace(direction, "").split(".")[0]!) || /^(?:latest|newest|highest|earliest|oldest|lowest) first$/i.test(text));
const states: Form["fits"] = (value, names) => split(value, ",/").every(({ text }) => names.isState(text));
const path = (value: TextSpan, names: Names): boolean => !value.text.includes("@") && !/[.]\s|[.]$/.test(value.text) && names.isField(value.text.split(".").at(-1)!.trim());

export const statementForms: readonly Form[] = [
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

/** `note: text, required`: a type with an attribute, which no sentence has after its colon. */
export function isField(words: TextSpan, names: Names): boolean {
  const raw = rawInputField(words);
  return raw !== null && raw.attributes.length > 0 && raw.attributes.every(({ kind }) => kind !== "unknown") && isTyped(words, names);
}

function isTyped(words: TextSpan, { types }: Names): boolean {
  const raw = rawInputField(words);
  const reading = raw && readFieldType(raw.type, types);
  return reading !== null && !("unknown" in reading);
}

/** For use before names are declared: any value fits a label that can't be a role's. */
export const unknownNames: Names = {
  types: { entity: () => undefined, currency: null },
  isEntity: () => true,
  isField: () => true,
  isState: () => true,
  isRole: () => true,
};

/** Whether a bullet of point 6 is a statement of another point and not a role. */
export function isNoRole(words: TextSpan): boolean {
  const parts = words.text.includes(":") ? labelled(words) : null;
  if (!parts || parts.value.text === "") return false;
  const key = fold(parts.label.text);
  return statementForms.some(({ label, fits, isNoRole: never }) => never && label.test(key) && fits(parts.value, unknownNames)) || isField(words, unknownNames);
}
