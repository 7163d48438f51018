/** Parses a condition about the present that doesn't name it: `after kick-off`, `no later than 24 hours before starts at`, `24 hours have passed since starts at`. */
import { isSign, parseSum, peek, type Reader, spanSince } from "../syntax/reader.ts";
import { resolveName, scopeNameAt } from "../syntax/names.ts";
import type { Expression } from "../types/expression.ts";
import { instant, isTemporal } from "../types/relations.ts";
import { fold } from "../types/scope.ts";
import { buildArithmetic } from "../typing/arithmetic.ts";
import { buildBuiltin } from "../typing/call.ts";
import { asExpected } from "../typing/local-to-instant.ts";
import { buildAnd } from "../typing/logic.ts";
import type { Sign } from "../words/comparison-words.ts";
import { compareWithNow, parseWithin, pointFrom } from "../words/times/distance.ts";
import { areNext, take } from "../words/take.ts";
import { parsePrimary } from "./primary.ts";

/** How the moment that follows compares with the present. */
const orders: readonly (readonly [words: string, sign: Sign])[] = [
  ["not before", "<="],
  ["not after", ">="],
  ["on or after", "<="],
  ["on or before", ">="],
  ["no later than", ">="],
  ["not later than", ">="],
  ["no earlier than", "<="],
  ["not earlier than", "<="],
  ["only until", ">="],
  ["until", ">="],
  ["up to", ">="],
  ["only after", "<"],
  ["only before", ">"],
  ["after", "<"],
  ["before", ">"],
];

/** `more than 24 hours before starts at`. */
const distances: readonly (readonly [words: string, far: boolean])[] = [
  ["more than", true],
  ["at least", true],
  ["less than", false],
];

/** How much time has passed, or remains. */
const amounts: readonly (readonly [words: string, sign: Sign])[] = [
  ["at least", ">="],
  ["no less than", ">="],
  ["more than", ">"],
  ["at most", "<="],
  ["no more than", "<="],
  ["less than", "<"],
  ["", ">="],
];
const passed = ["have passed since", "has passed since", "have gone by since", "have elapsed since", "has elapsed since"];
const remaining = [
  "remain until",
  "remain before",
  "are left until",
  "are left before",
  "are remaining until",
  "until",
  "before",
  "remains until",
  "is left until",
  "is left before",
];

/** The condition, consumed; undefined if it isn't said so. */
export function parseNowInWords(r: Reader): Expression | undefined {
  if (r.dynamic || resolveName(r, "?")) return undefined;
  return attempt(r, parsePassed) ?? attempt(r, parseRemaining) ?? attempt(r, parseDistance) ?? attempt(r, parseOrder) ?? attempt(r, parseWithinNow);
}

/** What the function reads; without it, nothing is consumed. */
function attempt(r: Reader, read: (r: Reader) => Expression | undefined): Expression | undefined {
  const { at, failed, items } = r;
  const reported = r.diagnostics.length;
  const found = read(r);
  if (found && !r.failed) return found;
  r.at = at;
  Object.assign(r, { failed, items });
  r.diagnostics.length = reported;
  return undefined;
}

function parseDistance(r: Reader): Expression | undefined {
  const order = distances.find(([words]) => areNext(r, words));
  if (!order || (peek(r, 2).kind !== "number" && !scopeNameAt(r, 2))) return undefined;
  r.at += 2;
  const length = parsePrimary(r);
  const side = peek(r).text.toLowerCase();
  if (!length.type.kind.endsWith("duration") || (side !== "before" && side !== "after")) return undefined;
  r.at++;
  const moment = parseSum(r);
  if (r.failed || !isTemporal(moment.type)) return undefined;
  const isBefore = side === "before";
  const limit = buildArithmetic(r, isBefore ? "-" : "+", moment, length);
  if (order[1]) return compareWithNow(r, isBefore ? ">" : "<", limit);
  return buildAnd(r, compareWithNow(r, isBefore ? "<" : ">", limit), compareWithNow(r, isBefore ? ">=" : "<=", moment));
}

function parseOrder(r: Reader): Expression | undefined {
  // In the cell of a decision table, the words compare its input.
  if (!/^(?:not|no|on|only|up|until|after|before)$/i.test(peek(r).text) || resolveName(r, fold(peek(r).text))) return undefined;
  const order = orders.find(([words]) => areNext(r, words));
  const size = order?.[0].split(" ").length ?? 0;
  if (!order || isSign(peek(r, size), "(") || peek(r, size).kind === "end") return undefined;
  r.at += size;
  const first = parseSum(r);
  const moment = pointFrom(r, first)?.point ?? first;
  return isTemporal(moment.type) ? compareWithNow(r, order[1], moment) : undefined;
}

/** `within 10 working days after filed on`. */
function parseWithinNow(r: Reader): Expression | undefined {
  if (!/^within$/i.test(peek(r).text) || resolveName(r, "within")) return undefined;
  const { from } = peek(r);
  r.at++;
  const { at } = r;
  const probe = parseSum(r);
  if (r.failed || !probe.type.kind.endsWith("duration") || !/^(?:of|before|after|from)$/.test(peek(r).text)) return undefined;
  r.at++;
  const given = asExpected(parseSum(r), instant);
  if (r.failed || !isTemporal(given.type)) return undefined;
  r.at = at;
  const place = spanSince(r, from);
  const clock = buildBuiltin(r, given.type.kind === "date and time" ? "now" : "today", [], place, place);
  return parseWithin(r, clock, from);
}

/** `at least 24 hours have passed since starts at`. */
function parsePassed(r: Reader): Expression | undefined {
  if (!isAhead(r, since)) return undefined;
  const amount = amountOf(r, passed);
  const moment = amount && parseSum(r);
  if (!moment || !isTemporal(moment.type)) return undefined;
  const backwards = { ">=": "<=", ">": "<", "<=": ">=", "<": ">", "=": "=", "!=": "!=" } as const;
  const limit = compareWithNow(r, backwards[amount.sign], buildArithmetic(r, "+", moment, amount.length));
  return amount.sign.startsWith(">") ? limit : buildAnd(r, limit, compareWithNow(r, "<=", moment));
}

/** `more than 24 hours remain until starts at`, `there are at least 3 days until starts at`. */
function parseRemaining(r: Reader): Expression | undefined {
  const isThere = take(r, "there are") || take(r, "there is");
  if (!isThere && !isAhead(r, left)) return undefined;
  const amount = amountOf(r, isThere ? [...remaining, "left until", "left before"] : remaining.filter((words) => words.includes(" ")));
  const moment = amount && parseSum(r);
  if (!moment || !isTemporal(moment.type)) return undefined;
  const limit = compareWithNow(r, amount.sign, buildArithmetic(r, "-", moment, amount.length));
  return amount.sign.startsWith(">") ? limit : buildAnd(r, limit, compareWithNow(r, ">=", moment));
}

/** A length of time with an order, before one of the words. */
function amountOf(r: Reader, words: readonly string[]): { readonly sign: Sign; readonly length: Expression } | undefined {
  const found = amounts.find(([order]) => order === "" || take(r, order))!;
  if (peek(r).kind !== "number" && !scopeNameAt(r) && peek(r).kind !== "word") return undefined;
  const length = parsePrimary(r);
  return length.type.kind.endsWith("duration") && words.some((one) => take(r, one)) ? { sign: found[1], length } : undefined;
}

/** Whether one of the next words is such a one. */
function isAhead(r: Reader, words: ReadonlySet<string>): boolean {
  for (let ahead = 1; ahead <= mostAhead && peek(r, ahead).kind !== "end"; ahead++) if (words.has(peek(r, ahead).text)) return true;
  return false;
}

const since: ReadonlySet<string> = new Set(["since"]);
const left: ReadonlySet<string> = new Set(["remain", "remains", "left", "remaining"]);

/** As many words as stand before `since`: `at least 24 working hours have passed since`. */
const mostAhead = 12;
