/** The words of English sentences: articles, lists, capitals and quotation marks. */

/** Words that begin with another sound than their first letter has: `a user`, `a unit`, `a one-time key`, `an hour`. */
const spokenWithConsonant = /^(?:eu|ew|one\b|once\b|uk|us[aeiu]|ur[aeiou]|ut[ei]|uni(?!n|m|d))/i;
const spokenWithVowel = /^(?:[aeio]|u|hour|hono|honest|heir)/i;
/** Read letter by letter: `an SLA`, `a URL`. */
const abbreviation = /^[A-Z]{2,}\b/;

/** The name with its indefinite article: `an unpaid invoice`, `a user`. */
export function article(name: string): string {
  const isVowel = abbreviation.test(name) ? /^[AEFHILMNORSX]/.test(name) : spokenWithVowel.test(name) && !spokenWithConsonant.test(name);
  return `${isVowel ? "an" : "a"} ${name}`;
}

/** The names of fields and actions in sentences: `"due date"`. */
export const quoted = (name: string): string => `"${name}"`;
export const quotedList = (names: readonly string[], word = "and"): string => list(names.map(quoted), word);

export const list = (items: readonly string[], word = "and"): string => (items.length < 2 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} ${word} ${items.at(-1)}`);
export const capital = (text: string): string => text.replace(/^./, (c) => c.toUpperCase());
