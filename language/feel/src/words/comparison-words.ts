/** The words that people write for the signs of comparisons. */
export type Sign = "=" | "!=" | "<" | "<=" | ">" | ">=";

export type Order = readonly [words: string, sign: Sign];

/** Comparisons in words, after `is`. Longer ones come first. */
export const comparisons: readonly Order[] = [
  ["greater than or equal to", ">="],
  ["less than or equal to", "<="],
  ["on or before", "<="],
  ["on or after", ">="],
  ["not before", ">="],
  ["not after", "<="],
  ["not less than", ">="],
  ["not below", ">="],
  ["not under", ">="],
  ["not lower than", ">="],
  ["not more than", "<="],
  ["not above", "<="],
  ["not over", "<="],
  ["not later than", "<="],
  ["not earlier than", ">="],
  ["no later than", "<="],
  ["no earlier than", ">="],
  ["no more than", "<="],
  ["no less than", ">="],
  ["earlier than", "<"],
  ["later than", ">"],
  ["greater than", ">"],
  ["bigger than", ">"],
  ["higher than", ">"],
  ["lower than", "<"],
  ["smaller than", "<"],
  ["fewer than", "<"],
  ["more than", ">"],
  ["less than", "<"],
  ["at least", ">="],
  ["at most", "<="],
  ["equal to", "="],
  ["different from", "!="],
  ["before", "<"],
  ["after", ">"],
  ["above", ">"],
  ["below", "<"],
  ["over", ">"],
  ["under", "<"],
];
/** Comparisons that need no `is`. */
export const verbs: readonly Order[] = [
  ["equals", "="],
  // `hours more than 0`: words for an order, which no name can be confused with.
  ...comparisons.filter(([words]) => / than(?: |$)|^at (?:least|most)$/.test(words)),
  // `measured on before today`: after a known name.
  ...comparisons.filter(([words]) => /^(?:before|after|above|below|over|under)$/.test(words)),
];
/** Comparisons after the limit: `is 5 or more`, `is 2 days or more after ordered on`. */
export const ends: readonly (readonly [words: string, order: Order])[] = [
  ...["more", "over", "above", "higher", "longer", "later"].map((word) => [`or ${word}`, ["at least", ">="]] as const),
  ...["less", "fewer", "under", "below", "lower", "shorter", "earlier"].map((word) => [`or ${word}`, ["at most", "<="]] as const),
];
