/** Words of the document inside a sentence. */

/** In lower case, unless the language writes its nouns with a capital. A word with more than one capital, such as `VAT`, stays. */
export const midSentenceIn = (language: string, words: string): string =>
  language === "de" ? words : words.replace(/\S+/g, (word) => (/\p{Lu}.*\p{Lu}/u.test(word) ? word : word.toLowerCase()));
