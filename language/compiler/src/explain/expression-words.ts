/**
 * How sentences say an expression. The document's own words are used where they say the same as the compiled expression,
 * which is printed otherwise: a sentence says what the product does, and never shows a piece of something else.
 */
import { type Expression, expressionText, fold, readValue } from "@nonet/feel";
import type { Condition, Template } from "@nonet/model";
import type { Span } from "@nonet/source";
import { list, quoted } from "../text/english.ts";
import { walk } from "../trees/walk.ts";
import { withRoles } from "./role-words.ts";
import type { TextAt } from "./sentence.ts";

/** The expression as it is written, or else in its canonical form. `places`: where its words may stand, beside its own span. */
export function says(textAt: TextAt, e: Expression, ...places: readonly Span[]): string {
  const canonical = expressionText(withRoles(e));
  const wanted = [plain(canonical), plain(expressionText(e))];
  const isKnown = !hasHole(e);
  const denied = !isKnown && e.kind === "call" && e.function === "not" ? e.arguments[0] : undefined;
  if (denied) return `not (${says(textAt, denied, ...places)})`;
  for (const place of [...places, e.span]) {
    const written = textAt(place).replace(/\s+/g, " ");
    if (isKnown ? wanted.includes(plain(written)) || (e.kind === "literal" && isValue(written, e)) : isWhole(textAt, place)) return written;
  }
  return canonical;
}

/** A part with an error, or one that is not shown, has no other form than its words. */
function hasHole(e: Expression): boolean {
  let found = false;
  walk(e, ({ kind }) => (found ||= kind === "hole"));
  return found;
}

/** Whether words begin and end at the place, and nothing in it separates cells or lines. */
function isWhole(textAt: TextAt, place: Span): boolean {
  const { file, from, to } = place;
  const [before, after] = [textAt({ file, from: Math.max(0, from - 1), to: from + 1 }), textAt({ file, from: to - 1, to: to + 1 })];
  return to > from && !/^[\p{L}\p{N}]{2}$/u.test(before) && !/^[\p{L}\p{N}]{2}$/u.test(after) && !/[|\n`]/.test(textAt(place));
}

const isValue = (written: string, e: Expression & { kind: "literal" }): boolean => {
  const read = readValue(written);
  return read?.value === e.value && read.type.kind === e.type.kind;
};

/** The words that stand for exactly one sign. */
const signs: readonly (readonly [words: string, sign: string])[] = [
  [" is not empty", "!=null"],
  [" is empty", "=null"],
  [" is one of ", " in "],
  [" is not ", "!="],
  [" isn't ", "!="],
  [" is ", "="],
  ["today()", "today"],
  ["now()", "now"],
  ["this.", ""],
  ["item.", ""],
  ['"', ""],
];

const plain = (text: string): string => signs.reduce((rest, [words, sign]) => rest.replaceAll(words, sign), text.toLowerCase()).replaceAll(" ", "");

/** `"starts at"`, `today`, `the given "reason"`, `price * 2`. */
export function valueWords(textAt: TextAt, e: Expression): string {
  switch (e.kind) {
    case "path":
      if (e.of.kind === "variable" && e.of.name === "this" && fold(textAt(e.span)) !== `this.${fold(e.field)}`) return quoted(e.field);
      return e.of.kind === "variable" && e.of.name === "asked" ? `the given ${quoted(e.field)}` : says(textAt, e);
    case "global":
      return e.type.kind !== "list" && e.type.kind !== "function" ? quoted(e.name) : says(textAt, e);
    case "call":
      if (e.arguments.length > 0) return says(textAt, e);
      return e.function === "today" ? "today" : e.function === "now" ? "the current time" : says(textAt, e);
    case "variable":
      return e.name === "me" ? "the actor" : e.name === "this" ? "this record" : says(textAt, e);
    default:
      return says(textAt, e);
  }
}

/** `"in the house" is yes` for a field of yes or no, `it is on show` for a state or the name of a condition; any other condition as it is written, or in its canonical form. */
export function conditionText(textAt: TextAt, e: Expression, source: Span = e.span): string {
  const field = fieldOfYesNo(e);
  if (field !== null) return `${quoted(field)} is yes`;
  const negated = e.kind === "call" && e.function === "not" ? e.arguments[0] : undefined;
  const not = negated ? fieldOfYesNo(negated) : null;
  if (not !== null) return `${quoted(not)} is no`;
  const named = nameIn(textAt, e);
  if (named !== null) return `it is ${named}`;
  const text = says(textAt, e, source);
  return text === expressionText(withRoles(e)) ? (statesWords(e) ?? text) : text;
}

/** `late` or `not late`, where the expression is what the condition of that name says. */
function nameIn({ conditions = [] }: TextAt, e: Expression): string | null {
  if (conditions.length === 0) return null;
  const nameOf = (one: Expression): string | undefined => {
    const text = expressionText(one);
    return conditions.find((condition) => condition.text === text)?.name;
  };
  const inner = e.kind === "call" && e.function === "not" ? e.arguments[0] : undefined;
  const not = inner && nameOf(inner);
  return nameOf(e) ?? (not === undefined ? null : `not ${not}`);
}

/** `it is requested or out`. */
function statesWords(e: Expression): string | null {
  const states = statesIn(e);
  return states.length === 0 ? null : `it is ${list(states, "or")}`;
}

function statesIn(e: Expression): readonly string[] {
  if (e.kind === "in")
    return isState(e.value) && e.tests.every((test) => test.kind === "compare" || test.kind === "member")
      ? e.tests.flatMap((test) => (test.kind === "compare" && test.operator === "=" ? textOf(test.value) : test.kind === "member" ? textOf(test.of) : []))
      : [];
  if (e.kind !== "binary") return [];
  if (e.operator === "=") return isState(e.left) ? textOf(e.right) : [];
  if (e.operator !== "or") return [];
  const sides = [statesIn(e.left), statesIn(e.right)];
  return sides.some((side) => side.length === 0) ? [] : sides.flat();
}

const isState = (e: Expression): boolean => e.kind === "path" && e.field === "state" && e.of.kind === "variable" && e.of.name === "this";
const textOf = (e: Expression): readonly string[] => (e.kind === "literal" && typeof e.value === "string" ? [e.value] : []);

export const whereWords = (textAt: TextAt, { expression, source }: Condition): string => conditionText(textAt, expression, source);

const fieldOfYesNo = (e: Expression): string | null => (e.kind === "path" && e.type.kind === "boolean" && e.of.kind === "variable" && e.of.name === "this" ? e.field : null);

export const templateWords = (textAt: TextAt, template: Template): string => template.map((part) => (typeof part === "string" ? part : `{${says(textAt, part)}}`)).join("");
