/** Reads a line by a table of forms: its form and slots, or two readings, or the nearest form and the slot that failed. */
import { nearest } from "@nonet/source";
import type { Form, FormTable } from "../patterns/form.ts";
import type { Expected } from "./expected.ts";
import { type Line, matchPattern, type Miss, missOf, type PatternMatch } from "./match-pattern.ts";
import { type Indexed, PatternIndex } from "./pattern-index.ts";
import { parsePattern } from "../patterns/parse-pattern.ts";
import type { Item, Sequence } from "../patterns/pattern.ts";
import { articles, type Token, tokensOf } from "./tokens.ts";

/** Offsets in the line that was read. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Tests whether a text can fill a slot of a kind. A kind without a test takes any text, as short as the form allows; one with a test, the longest. */
export type SlotTests = Readonly<Record<string, ((text: string) => boolean) | undefined>>;

export interface FormMatch<Name extends string = string> {
  readonly kind: "match";
  readonly name: Name;
  readonly form: Form;
  readonly slots: Readonly<Record<string, Range>>;
  /** The groups without slots that are written, by their canonical words. */
  readonly flags: ReadonlySet<string>;
  /** Whether the line is written as the canonical pattern. */
  readonly isCanonical: boolean;
}

/** A form that almost matches. */
export interface NearMiss<Name extends string = string> {
  readonly name: Name;
  readonly form: Form;
  /** Where the form and the line part; empty at the end of the line. */
  readonly at: Range;
  /** What the form expects there: a slot that its text can't fill, or words. */
  readonly expected: Expected;
}

export type FormReading<Name extends string = string> =
  | FormMatch<Name>
  | { readonly kind: "ambiguous"; readonly readings: readonly FormMatch<Name>[] }
  /** `near` is searched for when it is read. */
  | { readonly kind: "none"; readonly near: NearMiss<Name> | null };

interface Compiled<Name extends string> extends Indexed {
  readonly name: Name;
  readonly form: Form;
  readonly sequence: Sequence;
  readonly isCanonical: boolean;
  /** The words of which the line must begin with one, after articles; null if it can begin otherwise. */
  readonly openings: ReadonlySet<string> | null;
}

const compiledTables = new WeakMap<FormTable, readonly Compiled<string>[]>();

function compiledOf<Name extends string>(table: FormTable<Name>): readonly Compiled<Name>[] {
  const known = compiledTables.get(table) as readonly Compiled<Name>[] | undefined;
  if (known) return known;
  const made = Object.entries<Form>(table.forms).flatMap(([name, form]) =>
    [form.pattern, ...(form.variants ?? [])].map((pattern, i) => {
      const sequence = parsePattern(pattern);
      return {
        name: name as Name,
        form,
        sequence,
        isCanonical: i === 0,
        required: sequence.flatMap((item) => (item.kind === "literal" ? [item.spellings] : [])),
        openings: openingsOf(sequence),
      };
    }),
  );
  compiledTables.set(table, made);
  return made;
}

/** By the words with which a line begins, the patterns that can begin with one of them. */
const openedBy = new WeakMap<FormTable, Map<string, PatternIndex<Compiled<string>>>>();

/** The patterns that could match, by the line's first token, its first word after articles and the words that it contains; in the table's order. */
function candidates<Name extends string>(table: FormTable<Name>, tokens: readonly Token[], words: ReadonlySet<string>): readonly Compiled<Name>[] {
  const first = tokens[0]?.text ?? "";
  const opening = articles.has(first) ? (tokens.find((token) => !articles.has(token.text))?.text ?? "") : first;
  let known = openedBy.get(table) as Map<string, PatternIndex<Compiled<Name>>> | undefined;
  if (!known) openedBy.set(table, (known = new Map()));
  const key = !articles.has(first) && !openingWords(table).has(first) ? "" : `${first} ${openingWords(table).has(opening) ? opening : ""}`;
  let index = known.get(key);
  if (!index) known.set(key, (index = new PatternIndex(compiledOf(table).filter(({ openings }) => !openings || openings.has(opening) || openings.has(first)))));
  return index.within(words);
}

const allOpenings = new WeakMap<FormTable, ReadonlySet<string>>();

/** The words with which a pattern of the table must begin. */
function openingWords(table: FormTable): ReadonlySet<string> {
  const known = allOpenings.get(table) ?? new Set(compiledOf(table).flatMap(({ openings }) => [...(openings ?? [])]));
  allOpenings.set(table, known);
  return known;
}

/** Tests that depend on nothing but the text. What is read with the same ones is kept. */
const lastingTests = new WeakMap<SlotTests, WeakMap<FormTable, Map<string, FormReading>>>();
const mostKept = 1_000;

/** Declares that the tests depend on nothing but the text, so that a line that comes again is read once. */
export function lasting(tests: SlotTests): SlotTests {
  lastingTests.set(tests, new WeakMap());
  return tests;
}

const noTests = lasting({});

export function readForm<Name extends string>(table: FormTable<Name>, text: string, tests: SlotTests = noTests): FormReading<Name> {
  const tables = lastingTests.get(tests);
  if (!tables) return matchForms(table, text, tests);
  let kept = tables.get(table) as Map<string, FormReading<Name>> | undefined;
  if (!kept) tables.set(table, (kept = new Map()));
  const before = kept.get(text);
  if (before) return before;
  const made = matchForms(table, text, tests);
  if (kept.size >= mostKept) kept.clear();
  kept.set(text, made);
  return made;
}

function matchForms<Name extends string>(table: FormTable<Name>, text: string, tests: SlotTests): FormReading<Name> {
  const tokens = tokensOf(text);
  const line: Line = { text, tokens, tests, accepted: new Map() };
  const words = new Set(tokens.map((token) => token.text));
  const matches: { match: FormMatch<Name>; rank: PatternMatch["rank"] }[] = [];
  for (const compiled of candidates(table, tokens, words)) {
    const found = matchPattern(compiled.sequence, line);
    if (!found) continue;
    const match: FormMatch<Name> = {
      kind: "match",
      name: compiled.name,
      form: compiled.form,
      slots: found.slots,
      flags: found.flags,
      isCanonical: compiled.isCanonical && found.isCanonical,
    };
    matches.push({ match, rank: found.rank });
  }
  if (matches.length === 0)
    return {
      kind: "none",
      get near() {
        return nearestForm(table, line);
      },
    };
  const best = Math.max(...matches.map(({ rank }) => rank));
  const readings = new Map<Name, FormMatch<Name>>();
  for (const { match, rank } of matches) if (rank === best && !readings.has(match.name)) readings.set(match.name, match);
  const [first, ...others] = [...readings.values()];
  return others.length === 0 ? first! : { kind: "ambiguous", readings: [first!, ...others] };
}

/** In tokens. A longer line is a text or a list that no form describes, and the search takes the square of its length. */
const longestExplained = 400;

/** The form that agrees with the most words of the line, where at least one agrees; else the one whose first word is misspelt. */
function nearestForm<Name extends string>(table: FormTable<Name>, line: Line): NearMiss<Name> | null {
  if (line.tokens.length > longestExplained) return null;
  let best: { readonly compiled: Compiled<Name>; readonly miss: Miss } | null = null;
  for (const compiled of compiledOf(table)) {
    const miss = missOf(compiled.sequence, line);
    // An article alone agrees with anything.
    const agrees = miss.words > 0 && line.tokens.slice(0, miss.token).some(({ text }) => !articles.has(text));
    if (agrees && (!best || miss.words > best.miss.words || (miss.words === best.miss.words && miss.token > best.miss.token))) best = { compiled, miss };
  }
  if (best) return { name: best.compiled.name, form: best.compiled.form, at: rangeAt(line, best.miss.token), expected: mainOf(best.miss.expected) };
  const first = line.tokens.find(({ text }) => !articles.has(text));
  if (first?.kind !== "word") return null;
  const openings = compiledOf(table).flatMap((compiled) => firstWords(compiled.sequence).map((word) => ({ word, compiled })));
  const near = nearest(
    first.text,
    openings.map(({ word }) => word),
  );
  const found = openings.find(({ word }) => word === near);
  return found ? { name: found.compiled.name, form: found.compiled.form, at: { from: first.from, to: first.to }, expected: { words: [found.word] } } : null;
}

/** What to name of all that could stand there: an optional mark, such as a comma, helps nobody. */
const mainOf = (expected: readonly Expected[]): Expected =>
  expected.find((one) => typeof one === "string" || "slot" in one || /^[\p{L}\p{N}]/u.test(one.words[0]!)) ?? expected[0] ?? "end";

function rangeAt({ text, tokens }: { readonly text: string; readonly tokens: readonly Token[] }, index: number): Range {
  const token = tokens[index];
  return token ? { from: token.from, to: tokens.at(-1)!.to } : { from: text.trimEnd().length, to: text.trimEnd().length };
}

/** The words with which the lines of a table can begin. */
export const firstWordsOf = (table: FormTable): readonly string[] => [...new Set(compiledOf(table).flatMap(({ sequence }) => firstWords(sequence)))];

/** The words with which every line of a sequence begins; null if it can begin with a slot. */
function openingsOf(sequence: Sequence): ReadonlySet<string> | null {
  const openings = new Set<string>();
  for (const item of sequence) {
    if (item.kind === "slot") return null;
    if (item.kind === "literal") return new Set([...openings, ...item.spellings]);
    for (const branch of item.branches) {
      const inner = openingsOf(branch);
      if (!inner) return null;
      for (const word of inner) openings.add(word);
    }
    if (!item.isOptional) return openings;
  }
  return null;
}

/** The words with which a sequence can begin. */
export function firstWords(sequence: Sequence): readonly string[] {
  const words: string[] = [];
  for (const item of sequence) {
    words.push(...startsOf(item));
    if (item.kind !== "group" || !item.isOptional) break;
  }
  return words;
}

const startsOf = (item: Item): readonly string[] => (item.kind === "literal" ? item.spellings : item.kind === "group" ? item.branches.flatMap(firstWords) : []);
