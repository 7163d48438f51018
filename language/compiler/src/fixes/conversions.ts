/** Fixes that make a value what is expected: converted, guarded by its currency, or one of the choices. */
import type { Fix } from "@nonet/source";
import type { Recipe } from "./removals.ts";
import { replace, type Spot } from "./spot.ts";

/** Converts a value of one type to the type that is expected; the words are an expression. */
export const convert: Recipe = (spot) => {
  const found = /(?:Expected|needs) (.+?)(?: for `[^`]+`)?, but this is (.+?)\./.exec(spot.diagnostic.message);
  if (!found) return null;
  const [, expected, is] = found as unknown as [string, string, string];
  if (/^(?:text|an? (?:text|instant|date|time))/.test(is) && expected === "yes or no") return changed(spot, `${operand(spot)} != null`);
  if (/^(?:a number|an amount)/.test(is) && expected === "yes or no") return changed(spot, `${operand(spot)} > 0`);
  if (expected === "text" && /^(?:a number|an amount|an? (?:date|time|instant|duration))/.test(is)) return changed(spot, `string(${inner(spot)})`);
  if (expected === "a date" && /^(?:an instant|a date and time|text)/.test(is)) return changed(spot, `date(${inner(spot)})`);
  if (expected.startsWith("a number") && is === "text") return changed(spot, `number(${inner(spot)})`);
  return null;
};

const inner = ({ words }: Spot): string => words.replace(/^`(.*)`$/, "$1");

/** The words as an operand: in parentheses if they have an operator of their own. */
const operand = (spot: Spot): string => (/\s(?:and|or|[<>=!]=?)\s/.test(inner(spot)) ? `(${inner(spot)})` : inner(spot));

function changed(spot: Spot, text: string): Fix {
  const isQuoted = spot.words.startsWith("`");
  return replace(spot, spot.at, isQuoted ? `\`${text}\`` : text, `Change to \`${text}\``);
}

/** Checks the currency first, with the condition that the hint names. */
export const guardCurrency: Recipe = (spot) => {
  const condition = /with `(.+?) and …`/.exec(spot.diagnostic.hint ?? "")?.[1];
  if (condition === undefined || /^[\d,.]+ [A-Z]{3}$/.test(inner(spot)) || spot.words.startsWith("[")) return null;
  return changed(spot, /compared/.test(spot.diagnostic.message) ? `(${condition} and ${inner(spot)})` : `(if ${condition} then ${inner(spot)} else null)`);
};

/** Writes an amount in the currency of the other one. */
export const sameCurrency: Recipe = (spot) => {
  const currencies = [...spot.diagnostic.message.matchAll(/amount in ([A-Z]{3})\b/g)].map((match) => match[1]!);
  const amounts = [...spot.words.matchAll(/(?<![\w"])([\d,.]*\d) ([A-Z]{3})(?!\w)/g)];
  const amount = amounts[0];
  const other = currencies.find((currency) => currency !== amount?.[2]);
  if (amounts.length !== 1 || !amount || other === undefined || !currencies.includes(amount[2]!)) return null;
  const from = spot.at.from + amount.index + amount[1]!.length + 1;
  return replace(spot, { from, to: from + 3 }, other, `Write \`${amount[1]!} ${other}\``);
};

/** Removes the unit of a duration that a plain number is compared with. */
export const plainNumber: Recipe = (spot) => {
  // Only an operand of the comparison, not a duration inside one.
  const found = /(?<=^|[<>=]\s*)(\d[\d,.]*) (?:minutes?|hours?|days?|weeks?|months?|years?)(?=$|\s*[<>=])/.exec(spot.words);
  if (!found || !/number and a duration/i.test(spot.diagnostic.message)) return null;
  const from = spot.at.from + found.index;
  return replace(spot, { from, to: from + found[0].length }, found[1]!, `Write \`${found[1]!}\``);
};

/** Writes the last day of the month in the place of a day that the month doesn't have. */
export const lastOfMonth: Recipe = (spot) => {
  const found = /(\d{4})-(\d\d)-(\d\d)/.exec(spot.words);
  if (!found) return null;
  const last = new Date(Date.UTC(Number(found[1]), Number(found[2]), 0)).getUTCDate();
  if (!(Number(found[2]) <= 12) || Number(found[3]) <= last) return null;
  const from = spot.at.from + found.index + 8;
  return replace(spot, { from, to: from + 2 }, String(last), `Write ${found[1]}-${found[2]}-${last}`);
};

/** `bills.amount` of several currencies: only those of the currency that the hint names. */
export const ofOneCurrency: Recipe = (spot) => {
  const [, list, filter] = /^Use the records of one currency: `(.+?)(\[currency = "[A-Z]{3}"\])`/.exec(spot.diagnostic.hint ?? "") ?? [];
  if (list === undefined || !inner(spot).startsWith(`${list}.`)) return null;
  return changed(spot, `${list}${filter}${inner(spot).slice(list.length)}`);
};
