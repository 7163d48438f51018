/** Texts for people by key: catalogues in ICU MessageFormat, one file per language. */
export { type CompiledTexts, type TextValues, translator } from "./translator.ts";
export { midSentenceIn } from "./mid-sentence.ts";
export { withNames } from "./names.ts";
export { acceptedLanguage, catalogueOf, directionOf, isTranslated, offeredLanguage, translatedLanguages } from "./languages.ts";
export { alternatives, currentLanguage, midSentence, named, say, sayIn, setLanguageSource, setNameSource, type TextKey } from "./say.ts";
