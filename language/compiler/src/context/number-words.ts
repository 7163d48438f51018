/** Reads durations whose number is a word: `two days`, `a week`, `the day`. */

const numbers: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  the: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
};

const durations = new RegExp(String.raw`(?<![\p{L}\d])(${Object.keys(numbers).join("|")})(?=\s+(?:working\s+)?(?:second|minute|hour|day|week|month|year)s?(?![\p{L}\d]))`, "giu");

/** The text with figures in place of such words. The length stays the same, so that spans do too. */
export const withFigures = (text: string): string => text.replace(durations, (word) => String(numbers[word.toLowerCase()]).padEnd(word.length));
