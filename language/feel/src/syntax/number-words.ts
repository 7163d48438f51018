/** Numbers in words: `at least one line`. */
const numbers = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** The number that a word names; -1 for another word. */
export const countOf = (word: string): number => numbers.indexOf(word.toLowerCase().replace(/^zero$/, "no"));
