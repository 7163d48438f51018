/** Matches one pattern against the tokens of a line, with backtracking. */
import { flagOf, type Item, type Sequence } from "../patterns/pattern.ts";
import type { Token } from "./tokens.ts";

export interface Line {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly tests: Readonly<Record<string, ((text: string) => boolean) | undefined>>;
  /** The results of tests, by kind and range. */
  readonly accepted: Map<string, boolean>;
}

export interface PatternMatch {
  readonly slots: Readonly<Record<string, { readonly from: number; readonly to: number }>>;
  readonly flags: ReadonlySet<string>;
  /** Whether each word has its first spelling, and no article was passed over. */
  readonly isCanonical: boolean;
  /** The number of words that the pattern names or that stand in slots which a test has confirmed. */
  readonly rank: number;
}

/** What a form has at the place where it and the line part. */
export type Expected = { readonly slot: string; readonly of: string } | { readonly words: readonly string[] } | "end";

/** How far the pattern agreed with the line. */
export interface Miss {
  /** The index of the token at which it failed. */
  readonly token: number;
  /** The number of named words and words in confirmed slots before. */
  readonly words: number;
  /** All that could stand there, in the pattern's order; empty if nothing was read. */
  readonly expected: readonly Expected[];
}

interface State {
  readonly slots: Readonly<Record<string, { readonly from: number; readonly to: number }>>;
  readonly flags: readonly string[];
  readonly words: number;
  readonly confirmed: number;
  readonly isCanonical: boolean;
}

type Continue = (at: number, state: State) => boolean;

/** A line can't be so long, or a pattern so loose, that the search takes more steps; it is then no match. */
const mostSteps = 20_000;
/** Words that are passed over before a word or a name. */
export const articles: ReadonlySet<string> = new Set(["a", "an", "the"]);

export function matchPattern(sequence: Sequence, line: Line): { readonly match: PatternMatch | null; readonly miss: Miss } {
  const { tokens } = line;
  let steps = 0;
  let found: State | null = null;
  let miss: Miss = { token: 0, words: 0, expected: [] };
  const missed = (token: number, state: State, expected: Expected): false => {
    const words = state.words + state.confirmed;
    if (words > miss.words || (words === miss.words && token > miss.token)) miss = { token, words, expected: [expected] };
    else if (words === miss.words && token === miss.token && !miss.expected.some((one) => JSON.stringify(one) === JSON.stringify(expected)))
      miss = { ...miss, expected: [...miss.expected, expected] };
    return false;
  };

  function items(sequence: Sequence, index: number, at: number, state: State, next: Continue): boolean {
    if (++steps > mostSteps) return false;
    const item = sequence[index];
    if (!item) return next(at, state);
    return one(item, at, state, (after, given) => items(sequence, index + 1, after, given, next));
  }

  function one(item: Item, at: number, state: State, next: Continue): boolean {
    switch (item.kind) {
      case "literal":
        return literal(item.spellings, at, state, next);
      case "slot":
        return slot(item.name, item.of, at, state, next);
      case "group":
        for (const branch of item.branches) {
          const flag = flagOf(branch);
          if (items(branch, 0, at, state, (after, given) => next(after, flag === null ? given : { ...given, flags: [...given.flags, flag] }))) return true;
        }
        return item.isOptional && next(at, state);
    }
  }

  function literal(spellings: readonly string[], at: number, state: State, next: Continue): boolean {
    const token = tokens[at];
    const spelling = token && token.kind !== "closed" ? spellings.indexOf(token.text) : -1;
    if (spelling >= 0) {
      const isWord = token!.kind === "word" ? 1 : 0;
      if (next(at + 1, { ...state, words: state.words + isWord, isCanonical: state.isCanonical && spelling === 0 })) return true;
    } else if (token?.kind === "word" && articles.has(token.text)) {
      return literal(spellings, at + 1, { ...state, isCanonical: false }, next);
    }
    return missed(at, state, { words: spellings });
  }

  function slot(name: string, of: string, at: number, state: State, next: Continue): boolean {
    const test = line.tests[of];
    const first = tokens[at];
    if (!first) return missed(at, state, { slot: name, of });
    for (let n = 1; at + n <= tokens.length; n++) {
      const end = test ? tokens.length + 1 - n : at + n;
      if (test && !accepts(test, of, at, end)) continue;
      const range = { from: first.from, to: tokens[end - 1]!.to };
      const confirmed = state.confirmed + (test ? end - at : 0);
      if (next(end, { ...state, confirmed, slots: { ...state.slots, [name]: range } })) return true;
    }
    if (test && first.kind === "word" && articles.has(first.text) && tokens[at + 1]) return slot(name, of, at + 1, { ...state, isCanonical: false }, next);
    return missed(at, state, { slot: name, of });
  }

  function accepts(test: (text: string) => boolean, of: string, at: number, end: number): boolean {
    const key = `${of} ${at} ${end}`;
    const known = line.accepted.get(key);
    if (known !== undefined) return known;
    const made = test(line.text.slice(tokens[at]!.from, tokens[end - 1]!.to));
    line.accepted.set(key, made);
    return made;
  }

  const begin: State = { slots: {}, flags: [], words: 0, confirmed: 0, isCanonical: true };
  items(sequence, 0, 0, begin, (at, state) => {
    // A full stop or semicolon at the end says nothing.
    if (at < tokens.length && !(at === tokens.length - 1 && tokens[at]!.kind === "mark" && ".;".includes(tokens[at]!.text))) return missed(at, state, "end");
    found = state;
    return true;
  });
  const state = found as State | null;
  const match = state && { slots: state.slots, flags: new Set(state.flags), isCanonical: state.isCanonical, rank: state.words + state.confirmed };
  return { match, miss };
}
