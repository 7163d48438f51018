/** Reads phrases of a step by trying every reading: the tokens, the names that stand at one, and the place that no reading has passed. */
import type { Field } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import { pluralOf } from "../../text/plural.ts";
import type { Story } from "../scope/example-scope.ts";
import { type Cursor, cursorOf, wordsOf } from "../scope/tokens.ts";

/** A reading of the words up to the token `at`. Of several, the one with the lowest cost is meant. */
export interface Found<T> {
  readonly value: T;
  readonly at: number;
  readonly cost: number;
}

/** A phrase that is being read, and the place that no reading has passed. */
export interface Scan extends Cursor {
  readonly story: Story;
  readonly miss: { at: number; weight: number; report: (() => void) | null };
  /** Readings of this scan, by what was read and where. */
  readonly known: Map<string, unknown>;
  /** By token, the words from there on that could be a name. */
  readonly runs: (readonly Run[] | undefined)[];
}

interface Run {
  readonly text: string;
  readonly folded: string;
}

export const scanOf = (story: Story, words: TextSpan): Scan => ({ ...cursorOf(words), story, miss: { at: -1, weight: 0, report: null }, known: new Map(), runs: [] });

/** Reads once for each key. */
export function onceAt<T>(s: Scan, key: string, read: () => T): T {
  if (s.known.has(key)) return s.known.get(key) as T;
  const made = read();
  s.known.set(key, made);
  return made;
}

/** Notes what was expected at a token; the furthest place is reported if nothing can be read. */
export function expected(s: Scan, at: number, weight: number, report: () => void): void {
  if (at < s.miss.at || (at === s.miss.at && weight <= s.miss.weight)) return;
  Object.assign(s.miss, { at, weight, report });
}

/** The readings of all the words. */
export const complete = <T>(s: Scan, found: readonly Found<T>[]): Found<T>[] => found.filter(({ at }) => at >= s.tokens.length);

/** The readings with the lowest cost, each meaning once. */
export function best<T>(found: readonly Found<T>[]): Found<T>[] {
  const least = Math.min(...found.map(({ cost }) => cost));
  const seen = new Set<string>();
  return found.filter(({ value, cost }) => {
    const key = meaningOf(value);
    return cost === least && !seen.has(key) && seen.add(key);
  });
}

/** Equal for phrases that mean the same, wherever they stand. */
export const meaningOf = (value: unknown): string => JSON.stringify(value, (key, one: unknown) => (key === "span" || key === "bound" || key === "source" ? undefined : one));

export const phraseAt = (s: Scan, from: number, to: number): TextSpan => wordsOf(s, from, Math.min(to, s.tokens.length));

export const wordAt = (s: Scan, at: number, pattern: RegExp): boolean => {
  const token = s.tokens[at];
  return token?.kind === "word" && pattern.test(token.text);
};

export const isArticle = (s: Scan, at: number): boolean => wordAt(s, at, /^(?:the|an?|his|her|their)$/i);
export const afterArticle = (s: Scan, at: number): number => (isArticle(s, at) ? at + 1 : at);

export interface Names<T> {
  readonly value: T;
  readonly length: number;
  readonly name: string;
}

/** Every name that stands at a token, longest first. */
export function namesAt<T>(s: Scan, at: number, names: ReadonlyMap<string, T>): Names<T>[] {
  const runs = (s.runs[at] ??= runsAt(s, at));
  const found: Names<T>[] = [];
  for (let i = runs.length - 1; i >= 0; i--) {
    const value = names.get(runs[i]!.folded);
    if (value !== undefined) found.push({ value, length: i + 1, name: runs[i]!.text });
  }
  return found;
}

/** One to eight words from a token on, which could be a name. */
function runsAt(s: Scan, at: number): readonly Run[] {
  const runs: Run[] = [];
  let text = "";
  for (let length = 1; length <= 8; length++) {
    const token = s.tokens[at + length - 1];
    if (token?.kind !== "word") break;
    text = text === "" ? token.text : `${text} ${token.text}`;
    runs.push({ text, folded: foldName(text) });
  }
  return runs;
}

const folded = new Map<string, string>();

export function foldName(text: string): string {
  const known = folded.get(text);
  if (known !== undefined) return known;
  const made = text
    .toLowerCase()
    .replace(/[\s_-]+/g, " ")
    .replace(/’/g, "'")
    .trim();
  if (folded.size > 20_000) folded.clear();
  folded.set(text, made);
  return made;
}

/** Fields by the ways to write their names: `starts at` is also `starting at`. */
export function fieldNames(fields: readonly Field[]): ReadonlyMap<string, Field> {
  const known = namesOfFields.get(fields);
  if (known) return known;
  const names = new Map<string, Field>();
  for (const field of fields) names.set(foldName(field.name), field);
  for (const field of fields) for (const form of gerundsOf(foldName(field.name))) if (!names.has(form)) names.set(form, field);
  // A person may be given one role: `with role Clerk`.
  const roles = names.get("roles");
  if (roles?.type.kind === "texts" && !names.has("role")) names.set("role", roles);
  // `of name "Edith Moss"`: the name of the deceased, where it is the only one.
  const [called, other] = fields.filter(({ name, type }) => type.kind === "text" && /^name of /i.test(name));
  if (called && !other && !names.has("name")) names.set("name", called);
  namesOfFields.set(fields, names);
  return names;
}

const namesOfFields = new WeakMap<readonly Field[], ReadonlyMap<string, Field>>();

/** `starts at` → `starting at`, `begins on` → `beginning on`, `takes place at` → `taking place at`; none for a name that doesn't begin with a verb before a preposition. */
function gerundsOf(name: string): readonly string[] {
  const [, stem, rest] = /^([a-z]{2,}?)(?:e?s)((?: [a-z]+)? (?:at|on|from|to|in|until|by|for))$/.exec(name) ?? [];
  return stem === undefined ? [] : [`${stem}ing${rest}`, `${stem}${stem.at(-1)}ing${rest}`];
}

const namesOfChoices = new WeakMap<readonly string[], ReadonlyMap<string, string>>();

/** Choices by their singulars and plurals. */
export function choiceNames(choices: readonly string[]): ReadonlyMap<string, string> {
  const known = namesOfChoices.get(choices) ?? new Map(choices.flatMap((choice) => [[foldName(pluralOf(choice)), choice] as const, [foldName(choice), choice] as const]));
  namesOfChoices.set(choices, known);
  return known;
}

const selections = new WeakMap<readonly Field[], Map<string, readonly Field[]>>();

/** The fields of a list that pass a test: the same list each time, so that their names are folded once. `key` names the test. */
export function selected(fields: readonly Field[], key: string, test: (field: Field) => boolean): readonly Field[] {
  const known = selections.get(fields) ?? new Map<string, readonly Field[]>();
  selections.set(fields, known);
  const made = known.get(key) ?? fields.filter(test);
  known.set(key, made);
  return made;
}

export const list = (names: readonly string[]): string => (names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`);
