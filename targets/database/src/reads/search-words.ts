/** The words of a search. They are compared without accents and letter case (`nonet.searchable`), and with `similar` also by their likeness. */
export const wordsOf = (text: string | readonly string[] | undefined): string[] => (typeof text === "string" ? text.split(/\s+/).filter(Boolean) : [...(text ?? [])]);

/** For each word, whether it may be misspelt. */
export const misspeltWords = (text: string): boolean[] => wordsOf(text).map(mayBeMisspelt);

/** Whether a misspelling of the word can be told from another word: numbers and short words can't. */
const mayBeMisspelt = (word: string): boolean => /^[\p{L}\p{M}'’-]{4,40}$/u.test(word);
