/** Finds, of many patterns, those whose words a line contains, without looking at the others. */

export interface Indexed {
  /** Each set of spellings of which the line must contain one. */
  readonly required: readonly (readonly string[])[];
}

export class PatternIndex<Pattern extends Indexed> {
  readonly #patterns: readonly Pattern[];
  /** The patterns that need no word, by their places. */
  readonly #always: readonly number[];
  /** By a word, the places of the patterns that are looked up by it: each by the set that the fewest patterns need. */
  readonly #byWord: ReadonlyMap<string, readonly number[]>;

  constructor(patterns: readonly Pattern[]) {
    const uses = new Map<string, number>();
    for (const { required } of patterns) for (const word of new Set(required.flat())) uses.set(word, (uses.get(word) ?? 0) + 1);
    const usesOf = (spellings: readonly string[]): number => spellings.reduce((sum, word) => sum + uses.get(word)!, 0);
    const always: number[] = [];
    const byWord = new Map<string, number[]>();
    for (const [place, { required }] of patterns.entries()) {
      if (required.length === 0) always.push(place);
      else for (const word of required.reduce((rarest, one) => (usesOf(one) < usesOf(rarest) ? one : rarest))) byWord.set(word, [...(byWord.get(word) ?? []), place]);
    }
    this.#patterns = patterns;
    this.#always = always;
    this.#byWord = byWord;
  }

  /** The patterns of which no needed word is missing, in their order. */
  within(words: ReadonlySet<string>): readonly Pattern[] {
    let places: number[] | null = null;
    for (const word of words) {
      const found = this.#byWord.get(word);
      if (found) for (const place of found) if (hasAll(this.#patterns[place]!, words) && !places?.includes(place)) (places ??= [...this.#always]).push(place);
    }
    if (!places) return this.#always.length === this.#patterns.length ? this.#patterns : this.#always.map((place) => this.#patterns[place]!);
    return places.sort((a, b) => a - b).map((place) => this.#patterns[place]!);
  }
}

function hasAll({ required }: Indexed, words: ReadonlySet<string>): boolean {
  for (const spellings of required) if (!hasOne(spellings, words)) return false;
  return true;
}

function hasOne(spellings: readonly string[], words: ReadonlySet<string>): boolean {
  for (const spelling of spellings) if (words.has(spelling)) return true;
  return false;
}
