/** The words of a search, and their patterns for `ilike`. */
export const wordsOf = (text: string | readonly string[] | undefined): string[] => (typeof text === "string" ? text.split(/\s+/).filter(Boolean) : [...(text ?? [])]);
