/** Explains the type and the constraints of a field, of a record and of an input. */
import type { Call, CallParameter, Field, FieldType } from "@nonet/model";
import { article, list } from "../text/english.ts";
import { says, valueWords, whereWords } from "./expression-words.ts";
import type { Sentence, TextAt } from "./sentence.ts";

export const requiredWords = (textAt: TextAt, field: Field): string[] =>
  field.required === true ? ["required"] : field.required ? [`required when ${whereWords(textAt, field.required)}`] : [];

export function limitWords(textAt: TextAt, field: Field): string[] {
  const facts: string[] = [];
  const unit = unitWords(field.type);
  if (field.atLeast) facts.push(`${field.excludesLeast ? "more than" : "at least"} ${valueWords(textAt, field.atLeast)}${unit}`);
  if (field.atMost) facts.push(`${field.excludesMost ? "less than" : "at most"} ${valueWords(textAt, field.atMost)}${unit}`);
  if (field.onlyValues) facts.push(`one of ${list(field.onlyValues, "or")}`);
  if (field.matching !== null) facts.push(`matching ${field.matching}`);
  return facts;
}

/** What a bound of the type counts, where it isn't the value itself. */
const unitWords = (type: FieldType): string => (type.kind === "text" ? " characters" : "");

/** `"amt" (at least 1 and at most 3), which is optional`. */
export function askedWords(textAt: TextAt, field: Field, own: boolean): string {
  const further = own
    ? limitWords(textAt, field)
    : [
        ...(field.type.kind === "one of" || field.type.kind === "any of" ? [typeWords(field.type)] : []),
        ...(field.default ? [`with the default ${says(textAt, field.default)}`] : []),
        ...limitWords(textAt, field),
      ];
  const facts = [...(typeof field.required === "object" ? requiredWords(textAt, field) : []), ...further];
  const optional = field.required === false && (own || field.default === null);
  return `"${field.name}"${facts.length > 0 ? ` (${list(facts)})` : ""}${optional ? ", which is optional" : ""}`;
}

/** `holds` or `lists` for a field with several values. */
export function verbOf(type: FieldType): string {
  if (type.kind === "inverse") return "lists";
  return type.kind === "texts" || type.kind === "any of" || (type.kind === "file" && type.many) ? "holds" : "is";
}

/** Formats whose name alone isn't what such a value is called. */
const formatNames: Readonly<Record<string, string>> = { email: "email address", phone: "phone number" };

export function typeWords(type: FieldType): string {
  switch (type.kind) {
    case "text":
      return type.form === "plain" ? "a text" : `a ${type.form} text`;
    case "formatted":
      return article(formatNames[type.format] ?? type.format);
    case "money":
      return `an amount of money${type.currencyField !== undefined ? ` in the currency given by its "${type.currencyField}"` : type.currency === null ? "" : ` in ${type.currency}`}`;
    case "one of":
      return `one of ${list(type.choices, "or")}`;
    case "any of":
      return `any of ${list(type.choices, "and")}`;
    case "reference":
      return `${article(type.entity)}${type.role === undefined ? "" : ` with the role ${type.role}`}`;
    case "references":
      return type.role === undefined ? `a list of ${type.entity} records` : `a list of people with the role ${type.role}`;
    case "inverse":
      return `the ${type.entity} records whose "${type.by}" is this record`;
    case "file":
      return type.many ? (type.image ? "images" : "files") : type.image ? "an image" : "a file";
    case "sequence":
      return `a ${type.gapless ? "gapless " : ""}sequence number of the form ${type.pattern.map((p) => (p.kind === "text" ? p.text : p.kind === "counter" ? "0".repeat(p.digits) : p.kind === "field" ? `{${p.field}}` : `{${p.kind}}`)).join("")}`;
    case "texts":
      return type.of ? `a list of ${type.of.kind === "formatted" ? type.of.format : type.of.kind} values` : "texts";
    case "random text":
      return `a random text of ${type.length} characters`;
    case "secret link":
      return `a secret link to "${type.screen}"`;
    case "yes/no":
      return "yes or no";
    default:
      return article(type.kind);
  }
}

/** Explains the input of an offered or received call with the constraints of its fields. */

export function takenSentences(textAt: TextAt, { name, does, source }: Call): Sentence[] {
  if ((does.kind !== "offered" && does.kind !== "received") || does.takes.length === 0) return [];
  return [{ what: `what "${name}" takes`, sentence: `"${name}" takes ${takenList(textAt, does.takes)}.`, span: does.takes[0]!.field.source ?? source }];
}

const takenList = (textAt: TextAt, takes: readonly CallParameter[]): string => list(takes.map((taken) => takenWords(textAt, taken)));

/** `"lines" (at least 1), each with "article" and "quantity" (at least 1)`. */
function takenWords(textAt: TextAt, { field, fields, list: isList }: CallParameter): string {
  const words = askedWords(textAt, field, false);
  return fields === null ? words : `${words}, ${isList ? "each with" : "with"} ${takenList(textAt, fields)}`;
}
