/** A value with words behind it, as in `120 seats`, `3 EUR per person` or `10 EUR (a year)`: a unit or a remark, which people read and no expression needs. */
import { readValue } from "@nonet/feel";
import { nearest } from "@nonet/source";

export interface Remarked {
  readonly value: string;
  /** The words that count or measure, as in `120 seats`. */
  readonly unit?: string;
  /** The words in parentheses or behind a comma. */
  readonly remark?: string;
}

const sizes = ["kilobytes", "megabytes", "gigabytes", "bytes"];
const units = ["seconds", "minutes", "hours", "days", "weeks", "months", "years", "working days", "working hours", "percent"];
const short = ["hr", "hrs", "min", "mins", "sec", "secs", "wk", "wks", "yr", "yrs", "day", "days"];
const currencies = ["euros", "dollars", "pounds", "cents", "francs", "yen", "kronor"];
const known = [...units, ...sizes, ...currencies, "EUR", "GBP", "USD"];
const singular = known.map((word) => word.replace(/s$/, ""));

/** The longest value with which the words begin, and the rest; undefined if they begin with none, or if the rest could be part of the value. */
export function remarkedValue(text: string): Remarked | undefined {
  const words = text.split(" ");
  for (let count = words.length - 1; count > 0; count--) {
    const before = words.slice(0, count).join(" ");
    const value = before.replace(/,$/, "");
    const kind = readValue(value)?.type.kind;
    if (kind === undefined || kind === "string" || kind === "boolean" || kind === "null") continue;
    const rest = words.slice(count).join(" ");
    const bracketed = /^\(([^()]*)\)$/.exec(rest)?.[1];
    if (bracketed !== undefined) return isRemark(bracketed) ? { value, remark: bracketed.trim() } : undefined;
    if (before !== value) return isRemark(rest) && !isConditional(rest) ? { value, remark: rest } : undefined;
    return isUnit(rest) && (kind === "number" || isRate(rest)) ? { value, unit: rest } : undefined;
  }
  return undefined;
}

/** Another number could be another value, but for those of a year, a day or a paragraph. */
function isRemark(words: string): boolean {
  const plain = words.replace(/\b(?:19|20)\d\d(?:-\d\d-\d\d)?\b/g, "").replace(/(?:§+|\b(?:art(?:icle)?|no|para(?:graph)?|point|section)\.?)\s*\d+[a-z]?/giu, "");
  return /\p{L}/u.test(words) && !/[\d%€£$`=<>*]/.test(plain) && !words.split(/[ ,]+/).some(isKnown);
}

/** Words that count, up to the first that says of what: `seats`, `cubic metres`, `per cubic metre`. A slip of a known unit is none. */
const isUnit = (words: string): boolean => /^[\p{L} ²³°-]+$/u.test(words) && !isConditional(words) && !operators.test(words) && (isRate(words) || !headOf(words).some(isKnown));

const isRate = (words: string): boolean => /^(?:per|each|a|an|every) \p{L}/iu.test(words);

const headOf = (words: string): readonly string[] => words.split(/ (?:per|each|a|an|every|for|in|at|by) /i)[0]!.split(" ");

const isKnown = (word: string): boolean =>
  known.some((one) => one.toLowerCase() === word.toLowerCase()) ||
  singular.some((one) => one.toLowerCase() === word.toLowerCase()) ||
  (word.length > 3 &&
    (nearest(word, units) !== undefined ||
      nearest(word, currencies) !== undefined ||
      nearest(
        word,
        singular.filter((one) => one.length > 3),
      ) !== undefined)) ||
  (word.length > 1 && nearest(word, short) !== undefined) ||
  readValue(`1 ${word}`) !== undefined;

/** `14 days` for `14 dayz` and `14 calendar days`: the value with the unit that was meant; undefined if none is near. */
export function withUnitMeant(text: string): string | undefined {
  const parts = /^([\d.,]+) ((?:(?:calendar|full|whole|business|work|working) )?)(\p{L}+)$/iu.exec(text);
  if (!parts) return undefined;
  const [, digits, kind, word] = parts as unknown as readonly [string, string, string, string];
  const size = sizes.find((one) => one === word.toLowerCase() || `${word.toLowerCase()}s` === one);
  const isUnit = readValue(`1 ${word}`) !== undefined;
  const unit = isUnit ? word : size ? `${size[0]!.toUpperCase()}${size === "bytes" ? "" : "B"}` : (nearest(word, [...units, ...short, ...currencies]) ?? nearest(word, singular));
  if (unit === undefined) return undefined;
  const written = unit === "percent" ? "%" : unit;
  const value = `${digits} ${/^(?:business|work)/i.test(kind) ? "working " : ""}${written}`;
  return readValue(value) || /^(?:business|work)/i.test(kind) ? value : undefined;
}

/** The value would hold only sometimes, which a constant can't say in words. */
const isConditional = (words: string): boolean => /\b(?:unless|except|otherwise|but|if|when|where|while|or|not|from|until|since|before|after|only|than|to|and)\b/i.test(words);

const operators = /^(?:of|times|x|by|plus|minus|mod|percent|at|on|in|between|whichever)\b/i;
