/** A bound for texts that are searched for a wording: a search can take the square or the cube of a text's length. */

/** In characters: longer ones aren't statements that people write. */
const longest = 300;

export const isStatementLong = ({ length }: string): boolean => length > longest;
