/**
 * Texts of refusals and mails by key, in the language of the person they are for.
 *
 * Which language that is, the host says for each piece of work: a server has a request's language at hand wherever
 * a refusal is made, without a parameter in every function between. Without a host, texts are English.
 */
import { compileMessage } from "@lingui/message-utils/compileMessage";
import de from "./catalogues/de.json" with { type: "json" };
import en from "./catalogues/en.json" with { type: "json" };
import { catalogueOf } from "./languages.ts";
import { midSentenceIn } from "./mid-sentence.ts";
import { withNames } from "./names.ts";
import { type CompiledTexts, type TextValues, translator } from "./translator.ts";

export type TextKey = keyof typeof en;

const catalogues: Readonly<Record<string, Readonly<Record<string, string>>>> = { en, de };

let languageSource: () => string | undefined = () => undefined;

/** Registers where the language of the running work is found. */
export function setLanguageSource(source: () => string | undefined): void {
  languageSource = source;
}

/** The language of the person for whom the running work is done; English where nobody has named one. */
export const currentLanguage = (): string => languageSource() ?? "en";

let nameSource: (text: string) => string = (text) => text;

/** Registers where the document's own texts are found in the language of the running work. */
export function setNameSource(source: (text: string) => string): void {
  nameSource = source;
}

/** A name of the document in the language of the running work; as written where the document doesn't translate it. */
export const named = (text: string): string => nameSource(text);

/** The text in the language of the running work. Its values that are names of the document are in that language too. */
export const say = (key: TextKey, values?: TextValues): string => sayIn(currentLanguage(), key, withNames(values, named));

export function sayIn(language: string, key: TextKey, values?: TextValues): string {
  return translatorOf(language)(key, values);
}

const translators = new Map<string, ReturnType<typeof translator>>();

/** Numbers and plurals follow the language itself, also where its texts are English. */
function translatorOf(language: string): ReturnType<typeof translator> {
  const catalogue = catalogueOf(language);
  let found = translators.get(catalogue);
  if (!found) translators.set(catalogue, (found = translator(catalogue, compiled(catalogue))));
  return found;
}

/** A text that a catalogue lacks is English. Each text is compiled when it is needed first. */
function compiled(catalogue: string): CompiledTexts {
  const texts: Readonly<Record<string, string>> = { ...en, ...catalogues[catalogue] };
  const known: CompiledTexts = {};
  return new Proxy(known, { get: (_, key: string) => (texts[key] === undefined ? undefined : (known[key] ??= compileMessage(texts[key]))) });
}

/** "draft, pending or approved". */
export function alternatives(names: readonly string[]): string {
  const language = currentLanguage();
  // American English writes a comma before the last one.
  return new Intl.ListFormat(catalogueOf(language) === "en" ? "en-GB" : language, { type: "disjunction" }).format(names.map(named));
}

export const midSentence = (words: string, language = currentLanguage()): string => midSentenceIn(catalogueOf(language), words);
