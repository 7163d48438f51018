/** `1,000` where commas part values: one number, or a 1 and a 000. Nobody is served by a guess. */
import type { TextSpan } from "@nonet/notation";
import type { Context } from "./context.ts";

const tight = /(?<![\w,]|\d\.|[^.]\.)\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\w|,\d|\.\d)/g;

/**
 * A test of a decision table with the numbers in it that can only be one: `< 1,250.50`, `[1,000..2,000]`. Behind a
 * comparison and at the ends of a range no comma parts values. As long as it was, so that places stay.
 */
export function withWholeNumbers(text: string): string {
  if (!/\d,\d/.test(text)) return text;
  return text.replace(tight, (number: string, at: number) => {
    const isOne = /(?:[<>=]|\.\.)\s*-?\s*$/.test(text.slice(0, at)) || /^\s*\.\./.test(text.slice(at + number.length));
    return isOne ? number.replaceAll(",", "").padEnd(number.length) : number;
  });
}

/** Whether something was said; quoted texts aside. `isOne`: an expression, in which commas part values inside brackets only. */
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
