/** Random choices that are the same in every run: the mulberry32 generator over 32 bits. */
export interface Chance {
  /** From 0 up to 1, 1 excluded. */
  next(): number;
  /** A whole number from `from` to `to`, both included. */
  whole(from: number, to: number): number;
  one<T>(of: readonly T[]): T;
  /** True with this probability. */
  happens(probability: number): boolean;
}

export function seeded(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    whole: (from, to) => from + Math.floor(next() * (to - from + 1)),
    one: (of) => of[Math.floor(next() * of.length)]!,
    happens: (probability) => next() < probability,
  };
}
