/** Parses `more than 0 lines`, `at least 2 approvals`, `number of lines where …`: how many records a list has. */
import { cover, peek, type Reader, spanSince } from "../syntax/reader.ts";
import { isKnown, knownNameAt, resolveName } from "../syntax/names.ts";
import type { Expression } from "../types/expression.ts";
import { fold } from "../types/scope.ts";
import { buildBuiltin } from "../typing/call.ts";
import { buildName } from "../typing/name.ts";
import { buildComparison } from "../typing/comparison.ts";
import { comparisons } from "./comparison-words.ts";
import { listCalled, subject } from "./records-in-words.ts";

const orders = comparisons.filter(([words]) => /^(?:more|less|fewer|no more|not more|no less|not less) than$|^at (?:least|most)$/.test(words));

export function parseCountInWords(r: Reader): Expression | undefined {
  if (r.dynamic || !/^(?:more|less|fewer|no|not|at)$/i.test(peek(r).text)) return undefined;
  const { from } = peek(r);
  const order = orders.find(([words]) => words.split(" ").every((word, i) => peek(r, i).text.toLowerCase() === word));
  const size = order?.[0].split(" ").length ?? 0;
  const number = peek(r, size);
  if (!order || number.kind !== "number" || peek(r, size + 1).kind !== "word") return undefined;
  const begin = peek(r, size + 1).from;
  const self = subject(r, begin);
  if (!self) return undefined;
  const run = knownNameAt(r, (folded) => isKnown(r, folded) || listCalled(r, self, folded, begin) !== undefined, size + 1);
  const list = run && listCalled(r, self, fold(run.name), begin);
  if (!run || !list) return undefined;
  r.at += size;
  const place = spanSince(r, peek(r).from);
  r.at++;
  const limit: Expression = { kind: "literal", value: number.text, type: { kind: "number", integer: true }, nullable: false, span: place };
  r.at += run.tokens;
  const count = buildBuiltin(r, "count", [{ value: list }], cover(list.span, list.span), list.span);
  return { ...buildComparison(r, order[1], count, limit), span: spanSince(r, from) };
}

/** The functions of lists, by the words before `of`. */
const totals: ReadonlyMap<string, string> = new Map([
  ["number", "count"],
  ["count", "count"],
  ["sum", "sum"],
  ["total", "sum"],
  ["average", "mean"],
  ["mean", "mean"],
  ["latest", "max"],
  ["highest", "max"],
  ["largest", "max"],
  ["earliest", "min"],
  ["lowest", "min"],
  ["smallest", "min"],
]);

/** Consumes `number of`, `sum of` and the like before a list, which follows; the function that they mean. */
export function takeTotalOf(r: Reader): string | undefined {
  const known = (folded: string): boolean => isKnown(r, folded);
  const total = r.dynamic ? undefined : totals.get(peek(r).text.toLowerCase());
  if (total === undefined || peek(r, 1).text !== "of" || (knownNameAt(r, known)?.tokens ?? 0) > 1) return undefined;
  const start = /^(?:the|its|their|all)$/i.test(peek(r, 2).text) ? 3 : 2;
  const run = knownNameAt(r, known, start);
  const found = run && resolveName(r, fold(run.name));
  const { at } = r;
  r.at += start;
  if (found && buildName(r, run.name, found, spanSince(r, peek(r).from), false).type.kind === "list") return total;
  r.at = at;
  return undefined;
}
