/** Patterns of `like` and `ilike`. */

/** Texts that contain the word. */
export const patternOf = (word: string): string => `%${word.replace(/[\\%_]/g, "\\$&")}%`;
