/** `me has role Clerk` asks for the role or any that includes it: it is read as what it stands for, and keeps its places. */
import { check, fold, type Checked, type CheckOptions, type Scope } from "@nonet/feel";
import { withSpans } from "./place.ts";

/** `holders`: by role, everyone who has it. */
export function checkWithRoles(
  text: string,
  where: { readonly file: number; readonly from: number },
  scope: Scope,
  holders: ReadonlyMap<string, readonly string[]>,
  options: CheckOptions = {},
): Checked {
  if (!text.includes(" has role ")) return check(text, where, scope, options);
  const { long, written } = inFull(text, holders);
  const place = (offset: number): number => where.from + written(offset - where.from);
  return withSpans(check(long, where, scope, options), ({ file, from, to }) => ({ file, from: place(from), to: place(to) }));
}

interface Swap {
  /** Where it stands in the long text, and in the written one. */
  readonly at: number;
  readonly length: number;
  readonly was: number;
  readonly wasLength: number;
}

/** The text with every role's holders, and where in the written one an offset of it stands. */
function inFull(text: string, holders: ReadonlyMap<string, readonly string[]>): { readonly long: string; readonly written: (offset: number) => number } {
  const swaps: Swap[] = [];
  let longer = 0;
  const long = text.replace(
    /\b(me|[\p{L}.]+) has role ("?)([\p{L}][\p{L}\d -]*?)\2(?=\s+(?:and|or|then|else)\b|\s*[)\],]|\s*$)/gu,
    (whole: string, who: string, _, role: string, was: number) => {
      const names = holders.get(fold(role));
      const put = names ? `(${names.map((one) => `list contains(${who}.roles, "${one}")`).join(" or ")})` : whole;
      swaps.push({ at: was + longer, length: put.length, was, wasLength: whole.length });
      longer += put.length - whole.length;
      return put;
    },
  );
  const written = (offset: number): number => {
    const swap = swaps.findLast((one) => one.at <= offset);
    if (!swap) return offset;
    if (offset >= swap.at + swap.length) return offset - swap.at - swap.length + swap.was + swap.wasLength;
    return offset === swap.at ? swap.was : swap.was + swap.wasLength;
  };
  return { long, written };
}
