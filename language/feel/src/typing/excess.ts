/** Builds how far a value lies above or below a limit: `exceeds the limit by more than 2`, `does not exceed the limit by more than 10 %`. */
import { hole, type Reader, replaceBy, report, spanSince, textOf } from "../syntax/reader.ts";
import type { Expression } from "../types/expression.ts";
import { isPlain } from "../types/units.ts";
import { buildArithmetic } from "./arithmetic.ts";
import { buildComparison } from "./comparison.ts";

type Sign = "=" | "!=" | "<" | "<=" | ">" | ">=";

/** `by`: the order between the excess and `length`. Said of `value`, or denied of it. */
export function buildExcess(r: Reader, value: Expression, limit: Expression, by: Sign, length: Expression, isDenied: boolean): Expression {
  const place = spanSince(r, value.span.from - r.from);
  if ([value, limit, length].some(({ kind }) => kind === "hole")) return hole(place);
  const sign = by === ">" ? (isDenied ? "<=" : ">") : by === ">=" ? (isDenied ? "<" : ">=") : undefined;
  const [a, b, c] = [value, limit, length].map(({ span }) => textOf(r, span)) as [string, string, string];
  const isPart = isPercent(c);
  const sum = isPart ? `${b} * (1 + ${c})` : `${b} + ${c}`;
  if (sign === undefined) {
    // `exceeds it by less than 2` may also be true where it isn't above the limit at all.
    const compared = by === "=" ? "=" : by;
    const forms = isDenied ? [] : [`${a} ${compared} ${sum}`, ...(by === "=" ? [`${a} >= ${sum}`] : [`${a} > ${b} and ${a} ${compared} ${sum}`])];
    const question = by === "=" ? "by exactly that much, or by that much or more" : "at all, or only not by more";
    report(r, "impossible-comparison", place, `This doesn't say whether "${a}" exceeds "${b}" ${question}.`, {
      hint: forms.length > 0 ? `Write ${forms.map((form) => `\`${form}\``).join(" or ")}.` : `Write what holds, such as \`${a} <= ${sum}\`.`,
      fixes: forms.map((form) => replaceBy(place, form)),
    });
    return hole(place);
  }
  return comparedWith(r, value, sign, length, "+", limit);
}

const mirrored: Readonly<Record<Sign, Sign>> = { "=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<=" };

/** `is at most 2 above the limit`, `is at least 10 % below the limit`: `order` is between the distance and `length`. */
export function buildApart(r: Reader, value: Expression, order: Sign, length: Expression, side: "+" | "-", limit: Expression): Expression {
  if ([value, limit, length].some(({ kind }) => kind === "hole")) return hole(spanSince(r, value.span.from - r.from));
  return comparedWith(r, value, side === "+" ? order : mirrored[order], length, side, limit);
}

function comparedWith(r: Reader, value: Expression, sign: Sign, length: Expression, side: "+" | "-", limit: Expression): Expression {
  const place = spanSince(r, value.span.from - r.from);
  const [a, b, c] = [value, limit, length].map(({ span }) => textOf(r, span)) as [string, string, string];
  const isPart = isPercent(c);
  // A number without a unit in a field can be an amount or a part.
  if (length.kind !== "literal" && length.type.kind === "number" && isPlain(length.type) && !isPart) {
    const forms = [`${a} ${sign} ${b} ${side} ${c}`, `${a} ${sign} ${b} * (1 ${side} ${c})`];
    report(r, "impossible-comparison", place, `"${c}" can be an amount, or a part of "${b}".`, {
      hint: `Write ${forms.map((form) => `\`${form}\``).join(" or ")}.`,
      fixes: forms.map((form) => replaceBy(place, form)),
    });
    return hole(place);
  }
  const one: Expression = { kind: "literal", value: "1", type: { kind: "number", integer: true }, nullable: false, span: length.span };
  const end = isPart ? buildArithmetic(r, "*", limit, buildArithmetic(r, side, one, length)) : buildArithmetic(r, side, limit, length);
  return { ...buildComparison(r, sign, value, end), span: place };
}

const isPercent = (text: string): boolean => /(?:%|\bpercent)\s*$/i.test(text);
