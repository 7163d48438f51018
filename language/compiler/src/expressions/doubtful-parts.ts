/** Finds what is legal in an expression and rarely meant: part of a duration, a percent compared with a number of hundredths, the first of an unordered list. */
import type { Expression } from "@nonet/feel";
import type { Fix, Span } from "@nonet/source";
import { walk } from "../trees/walk.ts";
import { isOfDuration, lonePartsIn } from "./duration-parts.ts";
import { firstWithoutOrder } from "./first-without-order.ts";
import { hundredthsComparedWith } from "./percent-of-hundred.ts";

export interface DoubtfulPart {
  readonly code: "part-of-duration" | "percent-of-hundred" | "first-without-order";
  readonly span: Span;
  readonly message: string;
  readonly hint: string;
  readonly fixes: readonly Fix[];
}

/** `textAt`: the text of a span. */
export function doubtfulPartsIn(expressions: readonly Expression[], textAt: (span: Span) => string): readonly DoubtfulPart[] {
  const paths: Parameters<typeof lonePartsIn>[0][number][] = [];
  const found: DoubtfulPart[] = [];
  const visit = (e: Expression): void => {
    if (isOfDuration(e)) paths.push(e);
    const part = e.kind === "binary" || e.kind === "between" ? hundredthsComparedWith(e, textAt) : e.kind === "index" ? firstWithoutOrder(e, textAt) : null;
    if (part) found.push(part);
  };
  for (const expression of expressions) walk(expression, visit);
  return [...lonePartsIn(paths, textAt).map((part) => ({ code: "part-of-duration" as const, ...part })), ...found];
}
