/** A seeded source of choices, so that a run can be had again by its seed. */

export interface Random {
  /** At least 0, below `end`. */
  below(end: number): number;
  pick<T>(from: readonly T[]): T;
  chance(of: number): boolean;
}

/** Mulberry32. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (end: number): number => Math.floor(next() * end);
  return { below, pick: (from) => from[below(from.length)]!, chance: (of) => next() < of };
}
