/** Parses how a value is rounded, in words behind it: `seats / 12 rounded up`, `seats / 7 rounded down to 2 decimals`. */
import { hole, isSign, isWord, peek, type Reader, replaceBy, report, spanSince, textOf } from "../syntax/reader.ts";
import type { Expression } from "../types/expression.ts";
import { buildBuiltin } from "./call.ts";

const figures: Readonly<Record<string, string>> = { one: "1", two: "2", three: "3", four: "4" };
const ways: Readonly<Record<string, string>> = { up: "round up", down: "round down" };

/** The rounded value; undefined, with nothing consumed, if no such words follow. */
export function parseRounded(r: Reader, value: Expression): Expression | undefined {
  if (r.dynamic || r.failed || !isWord(peek(r), "rounded")) return undefined;
  const way = ways[peek(r, 1).text];
  if (way === undefined || value.type.kind !== "number") return undefined;
  const { at } = r;
  const start = peek(r).from;
  r.at += 2;
  const scale = scaleOf(r);
  if (scale === undefined) {
    r.at = at;
    return undefined;
  }
  const place = spanSince(r, value.span.from - r.from);
  const isSum = value.kind === "binary" && /^[+-]$/.test(value.operator) && value.left.span.from === value.span.from && value.right.span.to === value.span.to;
  if (!isSum) return { ...buildBuiltin(r, way, [{ value }, { value: scale }], place, place), span: place };
  // `a + b / 3 rounded up`: the whole sum or its last part.
  const [whole, left, right] = [value, value.left, value.right].map(({ span }) => textOf(r, span)) as [string, string, string];
  const by = textOf(r, spanSince(r, start));
  const forms = [`(${whole}) ${by}`, `${left} ${value.operator} (${right} ${by})`];
  report(r, "syntax-error", place, `"${by}" can be about all of "${whole}" or about "${right}".`, {
    hint: `Write ${forms.map((form) => `\`${form}\``).join(" or ")}.`,
    fixes: forms.map((form) => replaceBy(place, form)),
  });
  return hole(place);
}

/** `to 2 decimals`, `to whole numbers`, or nothing for a whole number; undefined for other words. */
function scaleOf(r: Reader): Expression | undefined {
  const { from } = r.tokens[r.at - 1]!;
  const scale = (value: string): Expression => ({ kind: "literal", value, type: { kind: "number", integer: true }, nullable: false, span: spanSince(r, from) });
  if (!isWord(peek(r), "to")) return scale("0");
  r.at++;
  if (takesWhole(r)) return scale("0");
  const digits = figures[peek(r).text] ?? (/^\d$/.test(peek(r).text) ? peek(r).text : undefined);
  if (digits === undefined || isSign(peek(r, 1), ".")) return undefined;
  r.at++;
  if (isWord(peek(r), "decimal") && /^places?$/.test(peek(r, 1).text)) r.at++;
  if (!/^(?:decimals?|places?|digits?)$/.test(peek(r).text)) return undefined;
  r.at++;
  return scale(digits);
}

/** `a whole number`, `the next whole number`, `whole numbers`, consumed. */
function takesWhole(r: Reader): boolean {
  let ahead = 0;
  while (/^(?:an?|the|next|full)$/.test(peek(r, ahead).text)) ahead++;
  if (isWord(peek(r, ahead), "integer")) ahead++;
  else if (isWord(peek(r, ahead), "whole") && /^numbers?$/.test(peek(r, ahead + 1).text)) ahead += 2;
  else return false;
  r.at += ahead;
  return true;
}
