/** Parses what follows a value: `.field`, `[condition]`, `[index]`, `(arguments)`. */
import { fieldNames, fieldOf, isKnown, knownNameAt, misspeltName, namesInScope, peekName } from "../syntax/names.ts";
import { cover, fail, hole, isSign, isWord, expect, parseExpression, parseSum, peek, type Reader, report, spanSince, textOf, within, type NameRun } from "../syntax/reader.ts";
import { builtins } from "../types/builtin-signatures.ts";
import type { Expression } from "../types/expression.ts";
import { elementOf } from "../types/relations.ts";
import { fold, type Symbol } from "../types/scope.ts";
import { buildApply, buildBuiltin } from "../typing/call.ts";
import { buildBracket, buildPath, itemFrame } from "../typing/path.ts";
import { beginsWithAge, buildAge, parseAgeOf } from "../words/times/age.ts";
import { parseUnitBehind } from "../words/times/counted-units.ts";
import { parseGreaterOf } from "../words/greater-of.ts";
import { parseArguments } from "./arguments.ts";
import { recordsOf } from "../words/referring-records.ts";
import { parseWhich, saysWhich } from "../words/which-records.ts";
import { parseShareOf, takeTotalOf } from "./count-in-words.ts";
import { parseDescribedList } from "./described-list.ts";
import { parsePrimary } from "./primary.ts";
import { listCalled, ownerAt, subject } from "./records-in-words.ts";

/** `isCounted`: a number is made of the list that is read. */
export function parsePostfix(r: Reader, isCounted = false): Expression {
  const { from } = peek(r);
  if (!r.dynamic && peek(r).kind === "bad" && peek(r).text === "!") return parseExclamation(r, from);
  const extreme = parseGreaterOf(r);
  if (extreme) return extreme;
  const age = parseAgeNamed(r, from);
  if (age) return age;
  const share = parseShareOf(r, () => parsePostfix(r, true));
  if (share) return share;
  const total = takeTotalOf(r);
  if (total) {
    const list = parsePostfix(r, true);
    const value = total.asks && isAsked(r, list) ? parseWhich(r, list, true) : list;
    const place = spanSince(r, from);
    return buildBuiltin(r, total.name, [{ value: total.field === undefined ? value : buildPath(r, value, total.field, fold(total.field), place, place) }], place, place);
  }
  const counted = isCounted ? parseDescribedList(r, { isCounted, needsMore: true }) : undefined;
  if (counted) return counted.list;
  let value = parsePrimary(r);
  if (lacksParentheses(r, value)) return parseWithoutParentheses(r, value);
  for (;;) {
    const token = peek(r);
    if (isSign(token, ".")) value = parsePath(r, value, from);
    else if (isPossessive(r)) value = parsePath(r, value, from, 2);
    else if (isSign(token, "[") && !endsRange(r, value)) value = parseBracket(r, value, from);
    else if (isSign(token, "(")) value = parseApply(r, value, from);
    else if (isSelected(r, value)) value = parseBracket(r, value, from, null);
    else if (isSelectedField(r, value)) value = parseSelectedField(r, value, from);
    else if (isDescribed(r, value)) value = parseWhich(r, value, isCounted);
    else if (isOwned(r, value)) value = parseOwned(r, value, from) ?? (fail(r, "a list of these records"), value);
    else if (isDated(r, value)) value = parseDated(r, value, from);
    else {
      const counted = parseUnitBehind(r, value, from);
      if (!counted) return value;
      value = counted;
    }
    if (r.failed) return value;
  }
}

/** `the age of the child`, `its age`: of a record without such a field. */
function parseAgeNamed(r: Reader, from: number): Expression | undefined {
  const article = /^(?:the|its|their)$/i.test(peek(r).text) ? 1 : 0;
  if (r.dynamic || !/^age$/i.test(peek(r, article).text) || [...namesInScope(r)].some(beginsWithAge)) return undefined;
  const { at } = r;
  const isOf = isWord(peek(r, article + 1), "of");
  r.at += article + 1;
  const owner = isOf ? ownerAt(r) : subject(r, from);
  const age = owner && buildAge(r, owner, from);
  if (!age && !r.failed) r.at = at;
  return age;
}

/** `!paid` and `!(a or b)`. */
function parseExclamation(r: Reader, from: number): Expression {
  r.at++;
  const value = parsePostfix(r);
  const place = spanSince(r, from);
  return value.kind === "hole" ? value : buildBuiltin(r, "not", [{ value }], place, place);
}

type Called = Expression & { readonly kind: "apply"; readonly function: { readonly kind: "global" } };

/** Whether `at (date)` follows a call of a function or table: `euro rate(currency) at (paid on)`. */
const isDated = (r: Reader, value: Expression): value is Called =>
  !r.dynamic && value.kind === "apply" && value.function.kind === "global" && isWord(peek(r), "at") && isSign(peek(r, 1), "(") && dated(r, value.function.name) !== undefined;

const dated = (r: Reader, name: string): Symbol | undefined => r.scope.callable?.(fold(`${name} at`)) ?? r.scope.lookup(fold(`${name} at`));

/** The call with the date as its last argument. */
function parseDated(r: Reader, call: Called, from: number): Expression {
  const symbol = dated(r, call.function.name)!;
  r.at++;
  const given = parseArguments(r, () => undefined);
  const callee: Expression = symbol.kind === "global" ? { ...call.function, name: symbol.name, type: symbol.type } : call.function;
  return buildApply(r, callee, [...call.arguments.map((value) => ({ value })), ...given], spanSince(r, from));
}

const afterValue = ["and", "or", "in", "then", "else", "return", "satisfies", "between", "instance"];

/** `vat rate at issue date`: a function of the document, directly followed by its argument. */
function lacksParentheses(r: Reader, value: Expression): boolean {
  if (r.dynamic || (value.kind !== "global" && !namesBuiltin(r, value)) || value.type.kind !== "function") return false;
  const { kind, text } = peek(r);
  return kind === "number" || kind === "string" || kind === "at" || (kind === "word" && !afterValue.includes(text));
}

/** Reports one diagnostic for the function and its argument, and continues after them. */
function parseWithoutParentheses(r: Reader, callee: Expression): Expression {
  if (callee.kind === "function" && / between$/i.test(textOf(r, callee.span))) return parseBetween(r, callee);
  const given = parsePostfix(r);
  // `vat rate at issue date` can only mean one thing.
  if (callee.kind === "global" && / at$/i.test(callee.name)) return buildApply(r, callee, [{ value: given }], cover(callee.span, given.span));
  const edits = [
    { span: { ...given.span, to: given.span.from }, text: "(" },
    { span: { ...given.span, from: given.span.to }, text: ")" },
  ];
  const place = cover(callee.span, given.span);
  report(r, "syntax-error", place, `\`${textOf(r, callee.span)}\` is a function, so its arguments must be in parentheses.`, { fixes: [{ title: "Add parentheses", edits }] });
  return hole(place);
}

/** Whether the expression is the bare name of a built-in function. */
const namesBuiltin = (r: Reader, { kind, span }: Expression): boolean => kind === "function" && builtins.has(fold(textOf(r, span)));

/** `years between born on and today`. */
function parseBetween(r: Reader, callee: Expression): Expression {
  const from = parseSum(r);
  expect(r, "and", "between the two dates");
  const to = parseSum(r);
  return buildBuiltin(r, fold(textOf(r, callee.span)), [{ value: from }, { value: to }], cover(callee.span, to.span), callee.span);
}

/** `[1..10[`: a bracket closes a range if no expression can start after it. */
function endsRange(r: Reader, of: Expression): boolean {
  const next = peek(r, 1);
  if (next.kind === "sign") return !["(", "[", "{", "-"].includes(next.text);
  return next.kind === "end" || (next.kind === "word" && afterValue.includes(next.text) && !startsName(r, of));
}

/** Whether a name that begins with a keyword starts in the bracket: `Animal[in the house]`. */
function startsName(r: Reader, of: Expression): boolean {
  const element = elementOf(of.type);
  return knownNameAt(r, (folded) => fieldOf(r, element, folded) !== undefined || isKnown(r, folded), 1) !== undefined;
}

/** `pupil's parent`: the apostrophe and the s stand for the dot. */
function isPossessive(r: Reader): boolean {
  const [mark, s, next] = [peek(r), peek(r, 1), peek(r, 2)];
  return !r.dynamic && /^['’]$/.test(mark.text) && s.text === "s" && s.from === mark.to && next.kind === "word" && next.from > s.to;
}

function parsePath(r: Reader, of: Expression, from: number, tokens = 1): Expression {
  r.at += tokens;
  const age = parseAgeOf(r, of, from);
  if (age) return age;
  const element = elementOf(of.type);
  const own = of.type;
  const token = peek(r);
  const isField = (folded: string): boolean => fieldOf(r, own, folded) !== undefined || fieldOf(r, element, folded) !== undefined;
  const read = peekName(r, isField) ?? (token.kind === "word" ? { name: token.text, tokens: 1 } : undefined);
  const header = read && !r.dynamic && isHeader(of) ? headerName(r, read.tokens) : undefined;
  const name = header ?? (read && !r.dynamic && !isField(fold(read.name)) ? (misspeltName(r, read.tokens, fieldNames(r, element)) ?? read) : read);
  if (!name) {
    fail(r, "the name of a field after the dot");
    return of;
  }
  const begin = token.from;
  r.at += name.tokens;
  return buildPath(r, of, name.name, fold(name.name), spanSince(r, begin), spanSince(r, from));
}

const isHeader = (of: Expression): boolean => of.kind === "variable" && of.name === "header" && of.type.kind === "any";

/** `header.Idempotency-Key`: nothing is subtracted from a header, so the hyphens belong to its name. */
function headerName(r: Reader, tokens: number): NameRun | undefined {
  let count = tokens;
  while (isSign(peek(r, count), "-") && peek(r, count).from === peek(r, count - 1).to && peek(r, count + 1).from === peek(r, count).to && peek(r, count + 1).kind === "word")
    count += 2;
  return count === tokens ? undefined : { name: r.text.slice(peek(r).from, peek(r, count - 1).to).replaceAll("-", " "), tokens: count };
}

/** `lines where amount > 5`: the words stand for the brackets of a filter. */
const isSelected = (r: Reader, { type }: Expression): boolean => !r.dynamic && isWord(peek(r), "where") && type.kind === "list" && type.of.kind === "record";

/** `Invoice.amount where paid`: the condition is about the records whose field is read. With a longer path it could be about either of two. */
const isSelectedField = (r: Reader, value: Expression): value is Expression & { readonly kind: "path" } =>
  value.kind === "path" && value.type.kind === "list" && value.type.of.kind !== "record" && !(value.of.kind === "path" && value.of.listed) && isSelected(r, value.of);

function parseSelectedField(r: Reader, { of, field }: Expression & { readonly kind: "path" }, from: number): Expression {
  const place = spanSince(r, from);
  return buildPath(r, parseBracket(r, of, from, null), field, fold(field), place, spanSince(r, from));
}

/** `lessons that are done and whose fee is 5`. */
const isDescribed = (r: Reader, { type }: Expression): boolean => saysWhich(r) && type.kind === "list" && type.of.kind === "record";

/** `Visits of the child`: where all records of an entity are named, and then one that they belong to. */
const isOwned = (r: Reader, { kind, type }: Expression): boolean => !r.dynamic && kind === "global" && isWord(peek(r), "of") && type.kind === "list" && type.of.kind === "record";

function parseOwned(r: Reader, of: Expression, from: number): Expression | undefined {
  const owner = ownerAt(r);
  return owner && of.kind === "global" ? (listCalled(r, owner, fold(of.name), from) ?? recordsOf(r, of, owner)) : undefined;
}

/** `how many lessons are done`. */
const isAsked = (r: Reader, { type }: Expression): boolean => /^(?:are|is)$/.test(peek(r).text) && type.kind === "list" && type.of.kind === "record";

/** A filter in brackets, or after `where` up to the end of the expression. */
function parseBracket(r: Reader, of: Expression, from: number, end: "]" | null = "]"): Expression {
  r.at++;
  const frame = itemFrame(r, of);
  const found = r.diagnostics.length;
  const inside = within(r, frame, () => parseExpression(r));
  if (end) expect(r, end, "at the end of the filter");
  if (found > 0 && isUnknown(of)) dropAfter(r, found);
  return buildBracket(r, of, frame.variable, inside, spanSince(r, from));
}

/** Whether the list is an expression that was reported, so that nothing is known of its elements. */
const isUnknown = (of: Expression): boolean => (of.kind === "path" || of.kind === "filter" ? isUnknown(of.of) : of.kind === "hole" && of.open === null);

/** Drops what follows from an unknown list: its elements' names would be looked up elsewhere. */
function dropAfter(r: Reader, from: number): void {
  const kept = r.diagnostics.filter(({ code }, i) => i < from || code === "syntax-error");
  r.diagnostics.splice(0, r.diagnostics.length, ...kept);
}

function parseApply(r: Reader, callee: Expression, from: number): Expression {
  const type = callee.type;
  const given = parseArguments(r, (index) => (type.kind === "function" ? type.parameters[index]?.type : undefined));
  return buildApply(r, callee, given, spanSince(r, from));
}
