/** Reports `1,000` where commas separate values: it can be one number, or a 1 and a 000. */
import type { TextSpan } from "@nonet/notation";
import type { Context } from "./context.ts";

const tight = /(?<![\w,]|\d\.|[^.]\.)\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\w|,\d|\.\d)/g;

/**
 * A test of a decision table, with commas removed from numbers that can only be one number: `< 1,250.50`,
 * `[1,000..2,000]`. After a comparison and at the ends of a range, no comma separates values. The length stays the same,
 * so that spans do too.
 */
export function withWholeNumbers(text: string): string {
  if (!/\d,\d/.test(text)) return text;
  return text
    .replace(withUnit, (number) => number.replaceAll(",", "").padEnd(number.length))
    .replace(tight, (number: string, at: number) => {
      const isOne = /(?:[<>=]|\.\.)\s*-?\s*$/.test(text.slice(0, at)) || /^\s*\.\./.test(text.slice(at + number.length));
      return isOne ? number.replaceAll(",", "").padEnd(number.length) : number;
    });
}

const withUnit = /(?<![\w,]|\d\.|[^.]\.)(\d{1,3}(?:,\d{3})+(?:\.\d+)?)(?=\s*(?:%|[A-Z]{3}\b|(?:working\s+)?(?:day|week|month|year|hour|minute|second)s?\b|[KMGT]i?B\b))/g;

/**
 * An expression with the commas removed from numbers that can only be one number: with a unit (`50,000 EUR`), or where
 * no comma separates values, outside of brackets and in filters. The length stays the same.
 */
export function withPlainNumbers(text: string): string {
  if (!/\d,\d/.test(text)) return text;
  const plain = (number: string): string => number.replaceAll(",", "").padEnd(number.length);
  const outside = text.replace(/"(?:[^"\\]|\\.)*"/g, (quoted) => " ".repeat(quoted.length));
  let result = text;
  const put = (at: number, number: string): void => void (result = result.slice(0, at) + plain(number) + result.slice(at + number.length));
  for (const match of outside.matchAll(withUnit)) put(match.index, match[1]!);
  for (const match of outside.matchAll(tight)) if (!separatesValues(outside.slice(0, match.index))) put(match.index, match[0]);
  return result;
}

/** Whether a comma after this text separates values: the innermost open bracket is one of arguments, of a list or of a context. */
function separatesValues(before: string): boolean {
  let depth = 0;
  for (let at = before.length - 1; at >= 0; at--) {
    const sign = before[at]!;
    if (/[)\]}]/.test(sign)) depth++;
    if (/[([{]/.test(sign) && --depth < 0) return sign !== "[" || !/[\p{L}\d)\]]\s*$/u.test(before.slice(0, at));
  }
  return false;
}

/** Whether anything was reported. Quoted texts are ignored. `isOne`: an expression, in which commas separate values only inside brackets. */
export function reportAmbiguousCommas(context: Pick<Context, "report">, words: TextSpan, isOne = false): boolean {
  if (!/\d,\d/.test(words.text)) return false;
  const text = words.text.replace(/"[^"]*"/g, (quoted) => " ".repeat(quoted.length));
  const found = [...text.matchAll(tight)];
  for (const match of found) {
    const span = { file: words.span.file, from: words.span.from + match.index, to: words.span.from + match.index + match[0].length };
    const [number, values] = [match[0].replaceAll(",", ""), match[0].replaceAll(",", ", ")];
    const one = { title: `One number: ${number}`, edits: [{ span, text: number }] };
    if (isOne && !/[([{]/.test(text.slice(0, match.index))) {
      context.report("ambiguous-commas", span, `In an expression, a comma separates values, but only one value is expected here. Write the number as \`${number}\`.`, {
        fixes: [one],
      });
      continue;
    }
    context.report("ambiguous-commas", span, `"${match[0]}" could be one number or several values.`, {
      hint: `Write \`${number}\` for one number, or \`${values}\` for several values.`,
      fixes: [one, { title: `Several values: ${values}`, edits: [{ span, text: values }] }],
    });
  }
  return found.length > 0;
}
