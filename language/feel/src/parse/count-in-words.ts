/** Parses `more than 0 lines`, `at least 2 approvals`, `number of lines where …`: how many records a list has. */
import type { Span } from "@nonet/source";
import { cover, hole, peek, type Reader, replaceBy, report, spanSince, textOf } from "../syntax/reader.ts";
import { fieldOf, isKnown, knownNameAt, resolveName, scopeNameAt } from "../syntax/names.ts";
import type { Expression } from "../types/expression.ts";
import { fold } from "../types/scope.ts";
import { elementOf } from "../types/relations.ts";
import type { Type } from "../types/type.ts";
import { buildArithmetic } from "../typing/arithmetic.ts";
import { buildBuiltin } from "../typing/call.ts";
import { buildName } from "../typing/name.ts";
import { buildComparison } from "../typing/comparison.ts";
import { buildAnd } from "../typing/logic.ts";
import { comparisons, ends, type Sign } from "../words/comparison-words.ts";
import { countOf } from "../syntax/number-words.ts";
import { areNext, take } from "../words/take.ts";
import { selected } from "../words/which-records.ts";
import { type DescribedList, parseDescribedList } from "./described-list.ts";
import { listCalled, subject } from "./records-in-words.ts";

const orders = [...comparisons.filter(([words]) => /^(?:more|less|fewer|no more|not more|no less|not less) than$|^at (?:least|most)$/.test(words)), ["exactly", "="] as const];

/** Whether words count records, such as `at most 2 lines`; consumes nothing. */
export function countsRecords(r: Reader): boolean {
  const { at, failed, items } = r;
  const reported = r.diagnostics.length;
  const found = parseCountInWords(r) !== undefined;
  r.at = at;
  Object.assign(r, { failed, items });
  r.diagnostics.length = reported;
  return found;
}

/** `has more than 2 lines`; after a record also `has 2 lines`, `has no lines`. `where …` selects the records that count. */
export function parseCountInWords(r: Reader, owner?: Expression): Expression | undefined {
  const has = Number(/^(?:has|have)$/i.test(peek(r).text));
  if (r.dynamic || (owner && has === 0)) return undefined;
  const { from } = peek(r);
  const order = orders.find(([words]) => areNext(r, words, has));
  const size = has + (order?.[0].split(" ").length ?? 0);
  const number = peek(r, size);
  const digits = number.kind === "number" ? number.text : String(countOf(number.text));
  if (owner && !order && digits === "-1") return hasSome(r, owner, from);
  if ((!order && !owner) || digits === "-1" || peek(r, size + 1).kind !== "word") return undefined;
  // `two or more lines`.
  const end = order ? undefined : ends.find(([words]) => areNext(r, words, size + 1));
  const noun = size + (end ? 3 : 1);
  const begin = peek(r, noun).from;
  const self = owner ?? subject(r, begin);
  if (!self) return undefined;
  const run = knownNameAt(r, (folded) => isKnown(r, folded) || listCalled(r, self, folded, begin) !== undefined, noun);
  const list = run && listCalled(r, self, fold(run.name), begin);
  if (!run || !list) return countDescribed(r, owner, noun, from, order?.[1] ?? end?.[1][1] ?? "=", digits);
  r.at += size;
  const place = spanSince(r, peek(r).from);
  r.at++;
  const limit: Expression = { kind: "literal", value: digits, type: { kind: "number", integer: true }, nullable: false, span: place };
  r.at += noun - size - 1 + run.tokens;
  const count = buildBuiltin(r, "count", [{ value: selected(r, list) }], cover(list.span, list.span), list.span);
  const compared = { ...buildComparison(r, order?.[1] ?? end?.[1][1] ?? "=", count, limit), span: spanSince(r, from) };
  return owner && number.text === "no" ? withoutOthers(r, owner, compared, from) : compared;
}

/** `has fewer than 3 open Appointments`, `has no other open Order`: after the number, which is `ahead` tokens long with what stands before it. */
function countDescribed(r: Reader, owner: Expression | undefined, ahead: number, from: number, sign: Sign, digits: string): Expression | undefined {
  const { at } = r;
  r.at += ahead;
  const place = spanSince(r, peek(r, -1).from);
  const found = parseDescribedList(r, { owner, isCounted: true });
  if (!found) {
    r.at = at;
    return undefined;
  }
  if (digits === "0") return reportItself(r, found, from) ?? isCounted(r, found.list, "=", "0", place, from);
  return isCounted(r, found.list, sign, digits, place, from);
}

function isCounted(r: Reader, list: Expression, sign: Sign, digits: string, place: Span, from: number): Expression {
  const limit: Expression = { kind: "literal", value: digits, type: { kind: "number", integer: true }, nullable: false, span: place };
  const count = buildBuiltin(r, "count", [{ value: list }], cover(list.span, list.span), list.span);
  return { ...buildComparison(r, sign, count, limit), span: spanSince(r, from) };
}

/** The record itself is one of the counted ones, so that there is always one. */
export function reportItself(r: Reader, { list, isOther }: DescribedList, from: number): Expression | undefined {
  const self = subject(r, from);
  const element = elementOf(list.type);
  const isItself = !isOther && r.frames.length === 0 && self?.type.kind === "record" && element.kind === "record" && element.name === self.type.name;
  if (!isItself) return undefined;
  const place = spanSince(r, from);
  const words = textOf(r, place);
  const other = words.replace(/\b(an?|no) (?=\S)/, (_, article: string) => (article === "no" ? "no other " : "another "));
  report(r, "impossible-comparison", place, `The checked ${element.name} can be one of these records itself.`, { hint: `Write \`${other}\`.`, fixes: [replaceBy(place, other)] });
  return hole(place);
}

/** `has no proofs and no lines`, `has no proofs or lines`: none of either. */
function withoutOthers(r: Reader, owner: Expression, none: Expression, from: number): Expression {
  let all = none;
  for (;;) {
    const ahead = /^(?:no|any)$/.test(peek(r, 1).text) ? 2 : 1;
    const isJoined = peek(r).text === "or" || peek(r).text === "nor" || (peek(r).text === "and" && ahead === 2 && peek(r, 1).text === "no");
    const run = isJoined ? knownNameAt(r, (folded) => isKnown(r, folded) || listCalled(r, owner, folded, from) !== undefined, ahead) : undefined;
    const list = run && listCalled(r, owner, fold(run.name), from);
    if (!run || !list) return all;
    r.at += ahead + run.tokens;
    const zero: Expression = { kind: "literal", value: "0", type: { kind: "number", integer: true }, nullable: false, span: list.span };
    const count = buildBuiltin(r, "count", [{ value: selected(r, list) }], list.span, list.span);
    all = { ...buildAnd(r, all, buildComparison(r, "=", count, zero)), span: spanSince(r, from) };
  }
}

/** `has lines`, `has any lines`, `has a line where …`. */
function hasSome(r: Reader, owner: Expression, from: number): Expression | undefined {
  const ahead = /^(?:any|some|an?)$/.test(peek(r, 1).text) ? 2 : 1;
  const run = knownNameAt(r, (folded) => listCalled(r, owner, folded, from) !== undefined, ahead);
  const list = run && listCalled(r, owner, fold(run.name), from);
  if (!run || !list) return hasDescribed(r, owner, ahead, from);
  r.at += ahead + run.tokens;
  const count = buildBuiltin(r, "count", [{ value: selected(r, list) }], cover(list.span, list.span), list.span);
  const none: Expression = { kind: "literal", value: "0", type: { kind: "number", integer: true }, nullable: false, span: list.span };
  return { ...buildComparison(r, ">", count, none), span: spanSince(r, from) };
}

/** `has an open Appointment`, `has another open Order`. */
function hasDescribed(r: Reader, owner: Expression, ahead: number, from: number): Expression | undefined {
  const { at } = r;
  const isAnother = peek(r, 1).text === "another";
  r.at += isAnother ? 2 : ahead;
  const found = parseDescribedList(r, { owner, isCounted: false, isAnother });
  if (found) return reportItself(r, found, from) ?? isCounted(r, found.list, ">", "0", spanSince(r, from), from);
  r.at = at;
  return undefined;
}

/** `share of Visits that are urgent`: how many of them, divided by how many there are; undefined, with nothing consumed, if the words are others. */
export function parseShareOf(r: Reader, parseList: () => Expression): Expression | undefined {
  const ahead = /^the$/i.test(peek(r).text) ? 1 : 0;
  const isShare = /^(?:share|percentage|proportion|fraction)$/i.test(peek(r, ahead).text) && peek(r, ahead + 1).text === "of";
  if (r.dynamic || !isShare || (scopeNameAt(r)?.tokens ?? 0) > ahead || (scopeNameAt(r, ahead)?.tokens ?? 0) > 0) return undefined;
  const { from } = peek(r);
  r.at += ahead + 2;
  r.at += articles(r, 0);
  const part = parseList();
  const place = spanSince(r, from);
  if (r.failed || part.kind === "hole") return hole(place);
  // Of `open Visits of the child`, it isn't clear which words say of how many.
  const behind = part.kind === "filter" ? textOf(r, { ...part.span, from: part.of.span.to }) : "";
  if (part.kind !== "filter" || !/^\s*(?:that|which|who|whose|where|with|without)\s/i.test(behind)) {
    report(r, "syntax-error", place, "This doesn't say what part of which records is meant.", {
      hint: "Write `share of ENTITY that are …`, or one number divided by the other: `count(ENTITY[CONDITION]) / count(ENTITY)`.",
    });
    return hole(place);
  }
  const counted = (value: Expression): Expression => buildBuiltin(r, "count", [{ value }], place, place);
  return { ...buildArithmetic(r, "/", counted(part), counted(part.of)), span: place };
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

/** What a total adds up: the list that follows, or a field of its records. */
interface Total {
  readonly name: string;
  /** `fee` in `sum of the fee of its lines`. */
  readonly field?: string;
  /** `how many lines are open`: the verb may follow the list. */
  readonly asks?: true;
}

/** Consumes `number of`, `sum of`, `sum of the fee of` and the like before a list, which follows. */
export function takeTotalOf(r: Reader): Total | undefined {
  const hasArticle = !r.dynamic && /^the$/i.test(peek(r).text) && totals.has(peek(r, 1).text.toLowerCase());
  if (!hasArticle) return totalAt(r);
  const { at } = r;
  if (scopeNameAt(r) || (scopeNameAt(r, 1)?.tokens ?? 0) > 1) return undefined;
  r.at++;
  const total = totalAt(r);
  if (!total) r.at = at;
  return total;
}

function totalAt(r: Reader): Total | undefined {
  if (r.dynamic || (scopeNameAt(r)?.tokens ?? 0) > 1) return undefined;
  const asks = /^how$/i.test(peek(r).text) && peek(r, 1).text === "many";
  const name = asks ? "count" : totals.get(peek(r).text.toLowerCase());
  if (name === undefined) return undefined;
  if (!asks && peek(r, 1).text !== "of") return fieldThenList(r, name);
  const start = 2 + articles(r, 2);
  if (listAt(r, start)) {
    r.at += start;
    return asks ? { name, asks } : { name };
  }
  if (name === "count") return describedAt(r, 2) ? { name } : undefined;
  const field = fieldBefore(r, start);
  if (field) r.at += field.tokens;
  return field && { name, field: field.name };
}

/** Whether `open Appointments of the patient` follows; what stands before it is consumed then. */
function describedAt(r: Reader, ahead: number): boolean {
  const { at, items } = r;
  r.at += ahead;
  // What `their` stands for is read from the token before the list.
  if (["the", "its", "their"].some((word) => take(r, word))) take(r, "own");
  const begin = r.at;
  const isDescribed = parseDescribedList(r, { isCounted: true, needsMore: true, isProbe: true }) !== undefined;
  r.items = items;
  r.at = isDescribed ? begin : at;
  return isDescribed;
}

/** `latest attended on of its attendances`: the field right behind the total. */
function fieldThenList(r: Reader, name: string): Total | undefined {
  const field = name === "count" ? undefined : fieldBefore(r, 1);
  if (field) r.at += field.tokens;
  return field && { name, field: field.name };
}

/** The type of `open Orders of the member`, which stands there. */
function describedList(r: Reader, ahead: number): (Type & { readonly kind: "list" }) | undefined {
  const { at, items } = r;
  r.at += ahead;
  const type = parseDescribedList(r, { isCounted: true, needsMore: true, isProbe: true })?.list.type;
  r.items = items;
  r.at = at;
  return type?.kind === "list" ? type : undefined;
}

const articles = (r: Reader, ahead: number): number => Number(/^(?:the|its|their|all)$/i.test(peek(r, ahead).text));

/** The type of the list whose name stands there. */
function listAt(r: Reader, ahead: number): (Type & { readonly kind: "list" }) | undefined {
  const run = scopeNameAt(r, ahead);
  const found = run && resolveName(r, fold(run.name));
  const type = run && found && buildName(r, run.name, found, spanSince(r, peek(r).from), false).type;
  return type?.kind === "list" ? type : undefined;
}

/** `fee of its lines`: the field, and the number of tokens before the list. */
function fieldBefore(r: Reader, start: number): { readonly name: string; readonly tokens: number } | undefined {
  for (let of = start + 1; of < start + 6 && peek(r, of - 1).kind === "word"; of++) {
    if (peek(r, of).text !== "of") continue;
    const begin = of + 1 + articles(r, of + 1);
    const list = listAt(r, begin) ?? describedList(r, begin);
    const name = r.text.slice(peek(r, start).from, peek(r, of - 1).to);
    const field = list && fieldOf(r, list.of, fold(name));
    if (field) return { name: field.name, tokens: begin };
  }
  return undefined;
}
