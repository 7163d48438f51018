/** Binds prepositional phrases to fields, all together: `of "Dune" to "Ann"` is a book and a person, not a person and a book. */
import type { Entity, Field } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import { isKnown } from "../scope/example-scope.ts";
import type { ValueOf, ValueReading } from "../scope/phrase-readings.ts";
import type { Found, Scan } from "./scan.ts";

export interface Preposition {
  readonly word: string;
  /** What follows it. */
  readonly phrase: TextSpan;
  /** The fields that can hold it, each with its value. */
  readonly candidates: readonly { readonly field: Field; readonly value: ValueReading; readonly cost: number }[];
}

const starts = /\b(?:start|starts|from|begin|begins|first|since)\b/i;
const ends = /\b(?:end|ends|to|until|till|last|due)\b/i;

const pointing = /^(?:that|this|these|those)\b/i;

/** Every assignment of the phrases to different fields that are free. */
export function bindPrepositions(
  s: Scan,
  { entity, isThere }: { readonly entity: Entity; readonly isThere: boolean },
  phrases: readonly Preposition[],
  taken: ReadonlySet<string>,
): Omit<Found<readonly ValueOf[]>, "at">[] {
  let found: { readonly value: readonly (ValueOf & { readonly index: number })[]; readonly cost: number }[] = [{ value: [], cost: 0 }];
  // The person after `by` is bound first, so that the values keep the order in which people think of them.
  const inOrder = phrases.map((phrase, index) => ({ phrase, index })).sort((a, b) => Number(b.phrase.word === "by") - Number(a.phrase.word === "by"));
  for (const { phrase, index } of inOrder)
    found = found.slice(0, 200).flatMap(({ value, cost }) =>
      phrase.candidates
        // `on that day` points to something; it isn't the text of a note.
        .filter(({ field, value: one }) => !(one.kind !== "records" && pointing.test(phrase.phrase.text) && field.type.kind !== "reference"))
        .filter(({ field }) => !taken.has(field.name) && !value.some((v) => v.field === field.name))
        .map((one) => ({
          value: [...value, { field: one.field.name, value: one.value, bound: { word: phrase.word, phrase: phrase.phrase }, index }],
          cost: cost + one.cost + preference(phrase, one.field, isThere, isTwofold(s, phrase)),
        })),
    );
  const order = new Map(entity.fields.map((f, i) => [f.name, i]));
  return found.map(({ value, cost }) => ({
    value: value.map(({ field, value: given, bound }) => ({ field, value: given, ...(bound ? { bound } : {}) })),
    cost: cost + reversal(value, phrases, order),
  }));
}

/** Whether the steps before have made a person and a record of another entity with that name, either of which can be meant. */
const isTwofold = ({ story }: Scan, { phrase, candidates }: Preposition): boolean => {
  const name = /^["“]([^"“”]+)["”]$/.exec(phrase.text)?.[1] ?? phrase.text;
  const known = new Set(candidates.flatMap(({ field: { type } }) => (type.kind === "reference" && isKnown(story, type.entity, name) ? [type.entity] : [])));
  return known.size > 1 && known.has("User");
};

/** How unlikely it is that a preposition means a field. */
function preference({ word, phrase }: Preposition, field: Field, isThere: boolean, isTwo: boolean): number {
  const isPerson = field.type.kind === "reference" && field.type.entity === "User";
  // Whom something is against is rather a person whom the record needs than its maker, one of several, or one whom it may do without.
  const isOneOfMany = field.type.kind === "references";
  const isSpare = word === "against" && isPerson && field.required !== true;
  const byName = field.name.toLowerCase().split(" ").at(-1) === word ? 0 : 1;
  const bySide = word === "from" ? starts.test(field.name) : word === "to" || word === "until" ? ends.test(field.name) : null;
  const isDefault = field.default?.kind === "variable" && field.default.name === "me";
  return (
    byName +
    (bySide === false ? 2 : 0) +
    (word === "by" && !isPerson ? 6 : 0) +
    (word === "to" && field.type.kind === "reference" && !isPerson ? 1 : 0) +
    (isPerson && isDefault === (word === "against") && !(isTwo && word === "of") ? 0.5 : 0) +
    (word === "against" && isOneOfMany ? 1.5 : 0) +
    (isSpare ? 0.5 : 0) +
    (field.readOnly === true && !isThere ? 3 : 0) +
    (field.computed === null ? 0 : 2) +
    (isNumberOrProse(field) ? 2 : 0) +
    // A number without decimals is rather an integer.
    (field.type.kind === "number" && /^\d+$/.test(phrase.text) ? 1 : 0)
  );
}

/** Running numbers and long texts, which a preposition seldom means. */
const isNumberOrProse = ({ type }: Field): boolean => type.kind === "sequence" || (type.kind === "text" && type.form !== "plain");

/** `from A to B` names two fields in the order in which the document lists them. */
function reversal(values: readonly (ValueOf & { readonly index: number })[], phrases: readonly Preposition[], order: ReadonlyMap<string, number>): number {
  const of = (pattern: RegExp): number | undefined => order.get(values.find((v) => pattern.test(phrases[v.index]!.word))?.field ?? "");
  const [from, to] = [of(/^from$/), of(/^(?:to|until)$/)];
  return from !== undefined && to !== undefined && from > to ? 0.5 : 0;
}
