/**
 * The interface's texts by key, in the person's language.
 *
 * The page loads one catalogue, as a script of its own that runs before every other: so a text is at hand wherever a
 * module asks for it. The build replaces a key by its number (texts-plugin.ts), so that keys cost nothing in the browser.
 */
import { type CompiledTexts, midSentenceIn, type TextValues, translator, withNames } from "@nonet/texts";
import { named } from "./names.ts";
import type en from "./en.json";

export type TextKey = keyof typeof en;

export interface Catalogue {
  readonly language: string;
  readonly messages: CompiledTexts;
}

const spokenIn = (catalogue: Catalogue) => ({ language: catalogue.language, translate: translator(catalogue.language, catalogue.messages) });
let spoken = spokenIn((globalThis as { nonetTexts?: Catalogue }).nonetTexts ?? { language: "en", messages: {} });

/** For a server, which draws for people of several languages one after the other. */
export const takeCatalogue = (catalogue: Catalogue): void => void (spoken = spokenIn(catalogue));

/** The key is always a literal: the build and the tests look for it. */
export const t = (key: TextKey, values?: TextValues): string => spoken.translate(key, withNames(values, named));

/** A name inside a sentence. */
export const midSentence = (name: string): string => midSentenceIn(spoken.language, name);

/** `a, b and c`; `a, b or c` as a disjunction. */
export const enumeration = (words: readonly string[], type: "conjunction" | "disjunction" = "conjunction"): string =>
  new Intl.ListFormat(spoken.language === "en" ? "en-GB" : spoken.language, { type }).format(words);
