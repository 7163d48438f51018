/** How sentences say an expression: a field or constant by its name in quotation marks, the clock and the actor in words, anything else as it is written. */
import { type Expression, fold } from "@nonet/feel";
import type { Condition } from "@nonet/model";
import { quoted } from "../text/english.ts";
import type { TextAt } from "./sentence.ts";

/** `"starts at"`, `today`, `the given "reason"`, `price * 2`. */
export function valueWords(textAt: TextAt, e: Expression): string {
  const text = textAt(e.span);
  const says = fold(text);
  switch (e.kind) {
    case "path":
      if (says === fold(e.field)) return quoted(e.field);
      return e.of.kind === "variable" && e.of.name === "asked" && says === `asked.${fold(e.field)}` ? `the given ${quoted(e.field)}` : text;
    case "global":
      return says === fold(e.name) && e.type.kind !== "list" && e.type.kind !== "function" ? quoted(e.name) : text;
    case "call":
      if (e.arguments.length > 0) return text;
      return /^today(\(\))?$/.test(says) ? "today" : /^now(\(\))?$/.test(says) ? "the current time" : text;
    case "variable":
      return says === "me" ? "the actor" : says === "this" ? "this record" : text;
    default:
      return text;
  }
}

/** `"in the house" is yes` for a field of yes or no, `it is on show` for the name of a condition; any other condition as it is written. */
export function conditionText(textAt: TextAt, e: Expression, source: Expression["span"] = e.span): string {
  const field = fieldOfYesNo(textAt, e);
  if (field !== null) return `${quoted(field)} is yes`;
  const not = e.kind === "call" && e.function === "not" && e.arguments[0] ? fieldOfYesNo(textAt, e.arguments[0]) : null;
  if (not !== null) return `${quoted(not)} is no`;
  const text = textAt(source);
  return isNamed(e, text) ? `it is ${text}` : text;
}

/** A state or a named condition, by its name alone: `on show`, `not late`. */
const isNamed = ({ kind }: Expression, text: string): boolean =>
  ["binary", "in", "call", "quantified"].includes(kind) && /^\p{L}[\p{L}\d -]*$/u.test(text) && !comparesInWords.test(text);

const comparesInWords = /\b(?:and|or|in|is|isn|are|has|between|satisfies|contains|equals|exceeds|starts|ends|does|than|least|most|with)\b/i;

export const whereWords = (textAt: TextAt, { expression, source }: Condition): string => conditionText(textAt, expression, source);

const fieldOfYesNo = (textAt: TextAt, e: Expression): string | null => (e.kind === "path" && e.type.kind === "boolean" && fold(textAt(e.span)) === fold(e.field) ? e.field : null);
