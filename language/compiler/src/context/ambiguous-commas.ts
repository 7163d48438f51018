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
  return text.replace(tight, (number: string, at: number) => {
    const isOne = /(?:[<>=]|\.\.)\s*-?\s*$/.test(text.slice(0, at)) || /^\s*\.\./.test(text.slice(at + number.length));
    return isOne ? number.replaceAll(",", "").padEnd(number.length) : number;
  });
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
