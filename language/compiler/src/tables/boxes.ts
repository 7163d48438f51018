/** Boxes of intervals: for each column a set of intervals, as bits. Computes what remains of all inputs without the rows. */

export type Box = readonly bigint[];

/** With more pieces than this the table isn't checked. */
const maxPieces = 20_000;

export const whole = (lengths: readonly number[]): Box => lengths.map((n) => (1n << BigInt(n)) - 1n);

export const boxOf = (columns: readonly (readonly boolean[])[]): Box => columns.map((held) => held.reduce((bits, on, i) => (on ? bits | (1n << BigInt(i)) : bits), 0n));

export const isEmpty = (box: Box): boolean => box.some((bits) => bits === 0n);

export const meet = (a: Box, b: Box): Box => a.map((bits, i) => bits & b[i]!);

/** The part of `from` outside all of `taken`, as disjoint boxes; null if there are too many. */
export function without(from: Box, taken: readonly Box[]): readonly Box[] | null {
  let left: Box[] = isEmpty(from) ? [] : [from];
  for (const box of taken) {
    left = left.flatMap((one) => cut(one, box));
    if (left.length > maxPieces) return null;
  }
  return left;
}

function cut(from: Box, box: Box): Box[] {
  if (isEmpty(meet(from, box))) return [from];
  const pieces: Box[] = [];
  let inside = from;
  from.forEach((bits, i) => {
    const outside = bits & ~box[i]!;
    if (outside !== 0n) pieces.push(inside.map((b, j) => (j === i ? outside : b)));
    inside = inside.map((b, j) => (j === i ? b & box[i]! : b));
  });
  return pieces;
}

/** The first combination in any of the boxes: an index in each column. */
export function firstOf(boxes: readonly Box[]): readonly number[] {
  const corners = boxes.map((box) => box.map(lowest));
  return corners.reduce((a, b) => (before(b, a) ? b : a));
}

const lowest = (bits: bigint): number => (bits & -bits).toString(2).length - 1;

function before(a: readonly number[], b: readonly number[]): boolean {
  const i = a.findIndex((at, column) => at !== b[column]);
  return i >= 0 && a[i]! < b[i]!;
}
