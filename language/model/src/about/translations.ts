/** The document's own texts in further languages: names of entities, fields, states, actions, screens and roles, titles, and messages. */
import type { Span } from "@nonet/source";
import { labelOf } from "./label.ts";

/** A cell of the table Translations. */
export interface Translation {
  /** The text as the document writes it elsewhere. */
  readonly text: string;
  /** One of the product's languages (a BCP 47 tag). */
  readonly language: string;
  readonly translation: string;
  readonly source: Span;
}

/** Translations into one language by the text as written. */
export type Words = ReadonlyMap<string, string>;

const made = new WeakMap<readonly Translation[], ReadonlyMap<string, Words>>();

/** The translations into the language; undefined if there are none. */
export function wordsIn({ translations }: { readonly translations?: readonly Translation[] }, language: string): Words | undefined {
  if (!translations?.length) return undefined;
  const known = made.get(translations) ?? byLanguage(translations);
  made.set(translations, known);
  return known.get(language);
}

function byLanguage(translations: readonly Translation[]): ReadonlyMap<string, Words> {
  const languages = new Map<string, Map<string, string>>();
  for (const { text, language, translation } of translations) languages.set(language, (languages.get(language) ?? new Map<string, string>()).set(text, translation));
  for (const words of languages.values()) for (const [text, translation] of words) if (!words.has(labelOf(text))) words.set(labelOf(text), labelOf(translation));
  return languages;
}

/** The text in the language of `words`. A label begins with a capital where the document's name may not: `Start date` is found as `start date`. */
export function translated(words: Words | undefined, text: string): string {
  if (!words || text === "") return text;
  const rest = text.slice(1);
  const lower = text[0]!.toLowerCase() + rest;
  const upper = text[0]!.toUpperCase() + rest;
  const exact = words.get(text);
  if (exact !== undefined) return exact;
  const other = words.get(lower === text ? upper : lower);
  if (other === undefined || other === "") return text;
  return text === upper ? other[0]!.toUpperCase() + other.slice(1) : other;
}
