/** The type of a text: one line or several, with the limit that the source sets. */

/** What a long text can hold; a text of one line is given as much, where the source sets no limit. */
const mostCharacters = 20_000;
/**
 * One line or several: the source doesn't say, and both hold the same values, so the name may decide how a form shows it.
 */
const severalLines = /(?:^|_|[a-z](?=[A-Z]))(?:description|comments?|notes?|body|content|message|summary|bio|biography|remarks?|details|instructions|html|markdown|text|review)$/i;

export function textParts(most: number | null, name: string): readonly string[] {
  const limit = Math.max(1, Math.min(most ?? mostCharacters, mostCharacters));
  if (severalLines.test(name) && limit > 100) return most === null ? ["long text"] : ["long text", `at most ${limit} characters`];
  return ["text", `at most ${limit} character${limit === 1 ? "" : "s"}`];
}
