/** Reports `round(x, 2)`, which other languages have: FEEL names how a half is rounded, and the two ways give different amounts. */
import type { Fix, Span } from "@nonet/source";
import { isSign, peek, type Reader, replaceBy, report, spanOf } from "../syntax/reader.ts";

export function reportRound(r: Reader, name: string, place: Span): void {
  const end = withoutScale(r);
  const scale = end === undefined ? [] : [{ span: { ...spanOf(r, end, end) }, text: ", 0" }];
  const write = (title: string, instead: string): Fix => ({ title, edits: [...replaceBy(place, instead).edits, ...scale] });
  report(r, "unknown-function", place, `There is no function \`${name}\`, because a half can be rounded in two ways.`, {
    hint: "`round half up(x, 2)` rounds 0.125 to 0.13, away from zero. `decimal(x, 2)` rounds it to 0.12, the even digit. The second value is the number of decimals.",
    fixes: [write("Round halves away from zero", "round half up"), write("Round halves to the even digit", "decimal")],
  });
}

/** The offset of the closing parenthesis, if there is one argument; undefined if there are more. */
function withoutScale(r: Reader): number | undefined {
  let depth = 0;
  for (let ahead = 0; peek(r, ahead).kind !== "end"; ahead++) {
    const token = peek(r, ahead);
    if (token.kind !== "sign") continue;
    if (/^[([{]$/.test(token.text)) depth++;
    if (isSign(token, ",") && depth === 1) return undefined;
    if (/^[)\]}]$/.test(token.text) && --depth === 0) return token.from;
  }
  return undefined;
}
