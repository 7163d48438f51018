/** A named condition as written: ``A Paper is conflicted when `…` ``. */
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

/** Whether the words define a condition: what follows `when` is in backticks or has an operator. Anything else is a sentence of prose. */
export function isConditionLine(words: TextSpan): boolean {
  if (!/\s(?:is|are|counts?)\s/i.test(words.text) || !/\s(?:when|if|where|while)\b/i.test(words.text)) return false;
  const line = conditionLine(words);
  return line !== null && /^`|\s(?:=|!=|[<>]=?)\s|\sis\s(?:not\s)?["“\d]|\sin\s+[([]|^not\(/.test(line.condition.text) && !/`.*`[^`]*\p{L}/u.test(line.condition.text);
}
