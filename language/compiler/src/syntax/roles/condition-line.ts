/** A named condition as written: ``A Paper is conflicted when `…` ``. */
import { readsAsCondition } from "@nonet/feel";
import { namedConditionForms, readForm } from "@nonet/forms";
import type { TextSpan } from "@nonet/notation";
import { bare, slice, spaced } from "../../text/split.ts";

export interface ConditionLine {
  readonly words: TextSpan;
  readonly entity: TextSpan;
  readonly name: TextSpan;
  readonly condition: TextSpan;
}

/** The parts of a named condition's line; null for another line. */
export function conditionLine(words: TextSpan): ConditionLine | null {
  const reading = readForm(namedConditionForms, words.text);
  if (reading.kind !== "match") return null;
  const { entity, name: named, condition } = reading.slots;
  if (!entity || !named || !condition) return null;
  const name = unmarked(words, named.from, named.to);
  return {
    words,
    entity: unmarked(words, entity.from + (/^(?:an?|the|each|every|any)\s+/i.exec(words.text.slice(entity.from, entity.to))?.[0].length ?? 0), entity.to),
    name: { ...name, text: spaced(name.text) },
    condition: slice(words, condition.from + /^:?\s*/.exec(words.text.slice(condition.from))![0].length, condition.to),
  };
}

/** A part of the line without emphasis, which may begin before the part. */
function unmarked(words: TextSpan, from: number, to: number): TextSpan {
  const part = slice(words, from, to);
  const [before] = /^[*_]*/.exec(part.text)!;
  return bare(slice(part, before.length, part.text.length - /[*_]*$/.exec(part.text)![0].length));
}

/** Whether the words define a condition: they begin as in `A Loan is`, or what follows `when` compares something. Anything else is a sentence of prose. */
export const isConditionLine = (words: TextSpan): boolean =>
  isSurelyCondition(words) ||
  conditionOf(words, readsAsCondition) !== null ||
  (/^(?:[Aa]n?|[Ee]ach|[Ee]very|[Aa]ny)\s+\p{Lu}/u.test(words.text) && !isAboutPeople.test(words.text) && conditionOf(words, () => true) !== null);

/** Whether the condition has a sign of FEEL or stands in backticks: such a line is no sentence, whatever it is about. */
export const isSurelyCondition = (words: TextSpan): boolean => conditionOf(words, (text) => /^`|\s(?:=|!=|[<>]=?)\s|\sis\s(?:not\s)?["“\d]|\sin\s+[([]|^not\(/.test(text)) !== null;

/** Whether a bullet says when a record is something, however its condition is written. */
export const isConditionBullet = (words: TextSpan): boolean =>
  isConditionLine(words) || (/^(?:an?|each|every|the)\s/i.test(words.text) && !isAboutPeople.test(words.text) && conditionOf(words, () => true) !== null);

/** `A Loan is its borrower's when …`, `A Clerk is allowed to …`, and a role with its description. */
const isAboutPeople = /\s(?:is|are)\s+(?:(?:its|their|his|her)\b|(?:(?:not|never|only)\s+)?(?:allowed|permitted|able)\s+to\b)|\s[—–-]\s/i;

function conditionOf(words: TextSpan, fits: (condition: string) => boolean): ConditionLine | null {
  if (!/\s(?:is|are|counts?)\s/i.test(words.text) || !/\s(?:when|if|where|while)\b/i.test(words.text)) return null;
  const line = conditionLine(words);
  return line && fits(line.condition.text) && !/`.*`[^`]*\p{L}/u.test(line.condition.text) ? line : null;
}
