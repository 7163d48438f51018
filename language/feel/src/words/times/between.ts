/** Parses how much time lies between two moments: `hours between starts at and ends at`, `the duration from starts at to ends at`. */
import { scopeNameAt } from "../../syntax/names.ts";
import { accept, parseOperand, parseSum, peek, type Reader, spanSince } from "../../syntax/reader.ts";
import type { Expression } from "../../types/expression.ts";
import { isTemporal } from "../../types/relations.ts";
import { buildArithmetic } from "../../typing/arithmetic.ts";
import { take } from "../take.ts";

/** What the length of time is divided by for a number of them. */
const units: ReadonlyMap<string, string> = new Map([
  ["days", "P1D"],
  ["hours", "PT1H"],
  ["minutes", "PT1M"],
]);

const begins: ReadonlySet<string> = new Set(["the", "number", "amount", "duration", "time", ...units.keys()]);

/** The value, consumed; undefined, with nothing consumed, if the words are others. */
export function parseTimeBetween(r: Reader): Expression | undefined {
  if (r.dynamic || !begins.has(peek(r).text.toLowerCase())) return undefined;
  const { at, failed, items } = r;
  const reported = r.diagnostics.length;
  const found = timeBetween(r);
  if (found) return found;
  r.at = at;
  Object.assign(r, { failed, items });
  r.diagnostics.length = reported;
  return undefined;
}

function timeBetween(r: Reader): Expression | undefined {
  const { from } = peek(r);
  // `hours between 2 and 4` compares a field of that name: the ends are no moments.
  if ((scopeNameAt(r)?.tokens ?? 0) > 1) return undefined;
  take(r, "the");
  const isNumber = take(r, "number of") || take(r, "amount of");
  const word = peek(r).text.toLowerCase();
  const unit = units.get(word);
  if ((unit === undefined && (isNumber || !/^(?:duration|time)$/.test(word))) || !/^(?:between|from)$/.test(peek(r, 1).text) || peek(r, 2).text === "(") return undefined;
  const isBetween = peek(r, 1).text === "between";
  r.at += 2;
  const first = parseSum(r);
  if (!accept(r, isBetween ? "and" : "to")) return undefined;
  const last = lastMoment(r, first);
  if (!last) return undefined;
  const length = buildArithmetic(r, "-", last, first);
  const { at } = r;
  const named = unit === undefined && take(r, "in") ? units.get(peek(r).text.toLowerCase()) : undefined;
  if (named === undefined) r.at = at;
  else r.at++;
  const by = unit ?? named;
  const place = spanSince(r, from);
  if (by === undefined) return { ...length, span: place };
  const one: Expression = { kind: "literal", value: by, type: { kind: "days and time duration" }, nullable: false, span: place };
  return { ...buildArithmetic(r, "/", { ...length, span: place }, one), span: place };
}

/** The second moment: all that follows if it is one, as in `and ends at + 1 day`, else what stands before `* rate` or `+ 1`. */
function lastMoment(r: Reader, first: Expression): Expression | undefined {
  const { at, failed, items } = r;
  const reported = r.diagnostics.length;
  for (const parse of [parseSum, parseOperand]) {
    const last = parse(r);
    if (!r.failed && isTemporal(first.type) && first.type.kind === last.type.kind) return last;
    r.at = at;
    Object.assign(r, { failed, items });
    r.diagnostics.length = reported;
  }
  return undefined;
}
