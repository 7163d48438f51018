/** Parses `if(urgent, 5 EUR, 0 EUR)`, as spreadsheets write it. */
import { accept, assuming, expect, hole, isSign, parseExpression, peek, type Reader, replaceBy, report, spanSince, textOf } from "../syntax/reader.ts";
import { scopeNameAt } from "../syntax/names.ts";
import type { Expression } from "../types/expression.ts";
import { buildIf } from "../typing/conditional.ts";
import { checkCondition } from "../typing/logic.ts";
import { parseCaseCondition } from "./other-value.ts";

const separates = (text: string): boolean => text === "," || text === ";";

/** Whether such an `if` is at the current token: its parentheses have several parts. */
export function isSheetIf(r: Reader): boolean {
  if (r.dynamic || !/^if$/i.test(peek(r).text) || !isSign(peek(r, 1), "(") || scopeNameAt(r)) return false;
  for (let at = 2, depth = 0; peek(r, at).kind !== "end"; at++) {
    const { kind, text } = peek(r, at);
    if (depth === 0 && separates(text)) return true;
    if (kind === "sign" && /^[([{]$/.test(text)) depth++;
    if (kind === "sign" && /^[)\]}]$/.test(text) && --depth < 0) return false;
  }
  return false;
}

export function parseSheetIf(r: Reader): Expression {
  const { from } = peek(r);
  r.at += 2;
  const condition = checkCondition(r, parseCaseCondition(r), "in `if`");
  acceptSeparator(r);
  const then = assuming(r, condition, true, () => parseExpression(r));
  if (!acceptSeparator(r)) {
    expect(r, ")", "to close the parenthesis");
    const place = spanSince(r, from);
    report(r, "syntax-error", place, "This doesn't say what the value is in the other case.", {
      hint: "Write it as the third value. No value is `null`.",
      fixes: [replaceBy(place, `if ${textOf(r, condition.span)} then ${textOf(r, then.span)} else null`)],
    });
    return hole(place);
  }
  const otherwise = assuming(r, condition, false, () => parseExpression(r));
  expect(r, ")", "to close the parenthesis");
  return buildIf(r, condition, then, otherwise, spanSince(r, from));
}

function acceptSeparator(r: Reader): boolean {
  if (accept(r, ",")) return true;
  if (!separates(peek(r).text)) return false;
  r.at++;
  return true;
}
