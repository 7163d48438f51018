/** What a pattern consists of. */

/** A word or a mark, in all its spellings; the first is canonical. */
export interface Literal {
  readonly kind: "literal";
  readonly spellings: readonly string[];
}

/** A part that the writer fills in. `of` is its kind: the name of a test that the reader supplies. */
export interface Slot {
  readonly kind: "slot";
  readonly name: string;
  readonly of: string;
}

/** One of several sequences; an optional group may also be left out. */
export interface Group {
  readonly kind: "group";
  readonly isOptional: boolean;
  readonly branches: readonly Sequence[];
}

export type Item = Literal | Slot | Group;
export type Sequence = readonly Item[];

/** The canonical words of a sequence of literals, which name it as a flag; null if it has a slot or a group. */
export const flagOf = (sequence: Sequence): string | null =>
  sequence.every((item) => item.kind === "literal") ? sequence.map((item) => (item as Literal).spellings[0]).join(" ") : null;

/** The slots of a sequence, groups included. */
export const slotsOf = (sequence: Sequence): readonly Slot[] =>
  sequence.flatMap((item) => (item.kind === "slot" ? [item] : item.kind === "group" ? item.branches.flatMap(slotsOf) : []));
