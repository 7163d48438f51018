/** The words for a field's type and for what it demands of its value, of a record's field and of one that is asked for. */
import type { Call, CallParameter, Field, FieldType } from "@nonet/model";
import { article, list, type Said, type Saying } from "../text/english.ts";

export const requiredWords = (said: Saying, field: Field): string[] =>
  field.required === true ? ["required"] : field.required ? [`required when ${said(field.required.source)}`] : [];

export function limitWords(said: Saying, field: Field): string[] {
  const facts: string[] = [];
  if (field.atLeast) facts.push(`at least ${leastWords(said(field.atLeast.span))}`);
  if (field.atMost) facts.push(`at most ${said(field.atMost.span)}`);
  if (field.matching !== null) facts.push(`matching ${field.matching}`);
  return facts;
}

/** `non-negative` is a least without a value of its own. */
const leastWords = (text: string): string => (/^no[nt][- ]?negative$/i.test(text) ? "0" : text);

/** `"amt" (at least 1 and at most 3), which is optional`. */
export function askedWords(said: Saying, field: Field, own: boolean): string {
  const further = own
    ? []
    : [
        ...(field.type.kind === "one of" || field.type.kind === "any of" ? [typeWords(field.type)] : []),
        ...(field.default ? [`with the default ${said(field.default.span)}`] : []),
        ...limitWords(said, field),
      ];
  const facts = [...(typeof field.required === "object" ? requiredWords(said, field) : []), ...further];
  const optional = field.required === false && (own || field.default === null);
  return `"${field.name}"${facts.length > 0 ? ` (${list(facts)})` : ""}${optional ? ", which is optional" : ""}`;
}

/** `holds` or `lists` for a field with several values. */
export function verbOf(type: FieldType): string {
  if (type.kind === "inverse") return "lists";
  return type.kind === "texts" || type.kind === "any of" || (type.kind === "file" && type.many) ? "holds" : "is";
}

export function typeWords(type: FieldType): string {
  switch (type.kind) {
    case "text":
      return type.form === "plain" ? "a text" : `a ${type.form} text`;
    case "formatted":
      return article(type.format);
    case "money":
      return `an amount of money${type.currencyField !== undefined ? ` in the currency given by its "${type.currencyField}"` : type.currency === null ? "" : ` in ${type.currency}`}`;
    case "one of":
      return `one of ${list(type.choices, "or")}`;
    case "any of":
      return `any of ${list(type.choices, "and")}`;
    case "reference":
      return `${article(type.entity)}${type.role === undefined ? "" : ` with the role ${type.role}`}`;
    case "references":
      return `a list of ${type.entity} records`;
    case "inverse":
      return `the ${type.entity} records whose "${type.by}" is this record`;
    case "file":
      return type.many ? (type.image ? "images" : "files") : type.image ? "an image" : "a file";
    case "sequence":
      return `a ${type.gapless ? "gapless " : ""}sequence number of the form ${type.pattern.map((p) => (p.kind === "text" ? p.text : p.kind === "counter" ? "0".repeat(p.digits) : p.kind === "field" ? `{${p.field}}` : `{${p.kind}}`)).join("")}`;
    case "texts":
      return "texts";
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

/** Says what an offered call takes, with what each of its fields demands. */

export function takenSentences(said: Saying, { name, does, source }: Call): Said[] {
  if (does.kind !== "offered" || does.takes.length === 0) return [];
  return [{ what: `what "${name}" takes`, sentence: `"${name}" takes ${takenList(said, does.takes)}.`, span: does.takes[0]!.field.source ?? source }];
}

const takenList = (said: Saying, takes: readonly CallParameter[]): string => list(takes.map((taken) => takenWords(said, taken)));

/** `"lines" (at least 1), each with "article" and "quantity" (at least 1)`. */
function takenWords(said: Saying, { field, fields, list: isList }: CallParameter): string {
  const words = askedWords(said, field, false);
  return fields === null ? words : `${words}, ${isList ? "each with" : "with"} ${takenList(said, fields)}`;
}
