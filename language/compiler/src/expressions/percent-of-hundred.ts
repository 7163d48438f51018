/** `attendance rate < 70` and `100 * present / invited` as a percent: 1 is 100 %, so the number is a hundred times what is meant. */
import type { Expression } from "@nonet/feel";
import type { Fix, Span } from "@nonet/source";

type Compared = Expression & { readonly kind: "binary" | "between" };

interface Hundredths {
  readonly code: "percent-of-hundred";
  readonly span: Span;
  readonly message: string;
  readonly hint: string;
  readonly fixes: readonly Fix[];
}

/** A stored or named percent that is compared with a plain number above 1. `textAt`: the text of a span. */
export function hundredthsComparedWith(e: Compared, textAt: (span: Span) => string): Hundredths | null {
  const sides = e.kind === "between" ? [e.value, e.low, e.high] : /^(?:=|!=|<=?|>=?)$/.test(e.operator) ? [e.left, e.right] : [];
  const share = sides.find(isShare);
  const number = share && sides.find((side) => isAboveOne(side) && /^\d+(?:\.\d+)?$/.test(textAt(side.span).trim()));
  if (!number) return null;
  const written = textAt(number.span).trim();
  const wholes = String(Number((Number(written) * 100).toPrecision(12)));
  return {
    code: "percent-of-hundred",
    span: number.span,
    message: `\`${textAt(share.span)}\` is a percent, where 1 is 100 %: \`${written}\` is ${wholes} %.`,
    hint: `Write \`${written} %\`, or \`${wholes} %\` if that is meant.`,
    fixes: [written, wholes].map((text) => ({ title: `Write "${text} %"`, edits: [{ span: number.span, text: `${text} %` }] })),
  };
}

const isShare = ({ kind, type }: Expression): boolean => (kind === "path" || kind === "global" || kind === "variable") && type.kind === "number" && type.unit === "%";
const isAboveOne = (e: Expression): boolean => e.kind === "literal" && e.type.kind === "number" && e.type.unit === undefined && Number(e.value) > 1;

/** The factor 100 in the formula of a percent, with what is left without it. */
export function factorOfHundred(e: Expression): { readonly product: Expression; readonly rest: Expression } | null {
  if (e.kind === "if") return factorOfHundred(e.then) ?? factorOfHundred(e.otherwise);
  if (e.kind === "call" && /^(?:round|decimal|floor|ceiling)/.test(e.function)) return e.arguments[0] ? factorOfHundred(e.arguments[0]) : null;
  if (e.kind !== "binary" || (e.operator !== "*" && e.operator !== "/")) return null;
  if (e.operator === "*" && isHundred(e.left)) return { product: e, rest: e.right };
  if (e.operator === "*" && isHundred(e.right)) return { product: e, rest: e.left };
  return factorOfHundred(e.left) ?? (e.operator === "*" ? factorOfHundred(e.right) : null);
}

const isHundred = (e: Expression): boolean => e.kind === "literal" && e.type.kind === "number" && e.type.unit === undefined && Number(e.value) === 100;
