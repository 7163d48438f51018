/** Parses values: literals, names, parentheses, lists, ranges, contexts. */
import { nearest } from "@nonet/source";
import { keywords, type Token } from "../syntax/lexer.ts";
import { isCalled, isKnown, misspeltName, namesInScope, peekName, resolveName, scopeNameAt, workingUnitAt } from "../syntax/names.ts";
import {
  accept,
  type Bound,
  fail,
  withHint,
  hole,
  isSign,
  expect,
  parseExpression,
  parseSum,
  peek,
  type Reader,
  replaceBy,
  report,
  spanOf,
  spanSince,
  within,
  type NameRun,
} from "../syntax/reader.ts";
import { wordsUntil } from "../syntax/words-until.ts";
import { builtins } from "../types/builtin-signatures.ts";
import { describe } from "../types/describe.ts";
import type { Expression, LiteralValue } from "../types/expression.ts";
import { boolean, integer, join, number, string } from "../types/relations.ts";
import { fold } from "../types/scope.ts";
import type { Type } from "../types/type.ts";
import { isPlain, unitsAgree, unitSuggestion } from "../types/units.ts";
import { buildName } from "../typing/name.ts";
import { buildRange } from "../typing/range.ts";
import { dateInWords, monthCalled } from "../values/date-in-words.ts";
import { durationUnits, isDateText, temporalType, whyUnsupported } from "../values/temporal-format.ts";
import { choiceAt, namesRecords } from "./choices.ts";
import { parseBuiltin, parseOtherFunction } from "./builtin-call.ts";
import { currencySigns, isCurrency, withUnit } from "./constant-text.ts";
import { parseMomentInWords } from "../typing/moments-in-words.ts";
import { parsePersonsField } from "../words/persons-fields.ts";
import { isSheetIf, parseSheetIf } from "../words/sheet-if.ts";
import { parseTimeBetween } from "../words/times/between.ts";
import { countOf } from "../syntax/number-words.ts";
import { possessed } from "./described-list.ts";
import { parseFieldOf } from "./field-of.ts";
import { closeRange } from "../syntax/range-end.ts";
import { parseOthers } from "./other-records.ts";
import { parseIt } from "./records-in-words.ts";

export function parsePrimary(r: Reader): Expression {
  const token = peek(r);
  switch (token.kind) {
    case "number":
      return parseNumber(r, token);
    case "string":
      r.at++;
      return literal(r, token.from, string, token.value!);
    case "at":
      return parseMoment(r, token);
    case "word":
      return parseWord(r, token);
    case "sign":
      return parseBracketed(r, token);
    default:
      if (currencySigns.has(token.text) && peek(r, 1).kind === "number") return parsePrice(r, token);
      fail(r, token.kind === "end" && r.at > 0 ? "a value" : "an expression");
      return hole(spanOf(r, token.from, token.to));
  }
}

/** `£12.50`, `EUR 12.50`: the currency before the digits. */
function parsePrice(r: Reader, sign: Token): Expression {
  const { type, value } = withUnit(peek(r, 1).text, sign.text)!;
  r.at += 2;
  return literal(r, sign.from, type, value);
}

function literal(r: Reader, from: number, type: Type, value: LiteralValue): Expression {
  return { kind: "literal", type, value, nullable: value === null, span: spanSince(r, from) };
}

/** A number, with or without a unit (`14 days`), or an ISO 8601 date or time of day without `@"…"`. */
function parseNumber(r: Reader, token: Token): Expression {
  const time = r.dynamic ? undefined : clockAt(r, token.from);
  if (time !== undefined) return literal(r, token.from, { kind: "time" }, time);
  r.at++;
  if (!r.dynamic) {
    const dated = /^\d{4,}-\d\d-\d\d(?!\d|\.\d)/.exec(r.text.slice(token.from, token.from + 20))?.[0];
    const last = peek(r, 3);
    if (dated !== undefined && last.to === token.from + dated.length && last.kind === "number") {
      r.at += 4;
      const clock = clockAt(r, last.to + 1);
      if (isDateText(dated) && clock !== undefined) return parseDayAndTime(r, token.from, `${dated}T${clock}`);
      const reason = isDateText(dated) ? whyUnsupported(dated) : undefined;
      if (isDateText(dated) && reason === undefined) return literal(r, token.from, { kind: "date" }, dated);
      report(r, "invalid-literal", spanSince(r, token.from), reason === undefined ? `${dated} is not a date.` : `${dated} is not supported: ${reason}.`);
      return hole(spanSince(r, token.from));
    }
    const day = monthCalled(peek(r).text) > 0 ? dateInWords(r.text.slice(token.from, peek(r, 1).to)) : undefined;
    if (day !== undefined) {
      r.at += 2;
      return literal(r, token.from, { kind: "date" }, day);
    }
    const working = workingUnitAt(r, 0);
    if (working) {
      r.at += 2;
      const spelled = `P${working === "days" ? "" : "T"}${token.text}${working === "days" ? "D" : "H"}`;
      if (/^\d+$/.test(token.text)) return literal(r, token.from, { kind: "days and time duration", working }, spelled);
      report(r, "invalid-literal", spanSince(r, token.from), "Working days and hours are counted in whole numbers.");
      return hole(spanSince(r, token.from));
    }
    const unit = peek(r);
    const value = unit.kind === "word" || isSign(unit, "%") || currencySigns.has(unit.text) ? withUnit(token.text, unit.text) : undefined;
    if (value) {
      r.at++;
      const reason = whyUnsupported(value.value);
      if (reason === undefined) return literal(r, token.from, value.type, value.value);
      report(r, "invalid-literal", spanSince(r, token.from), `\`${token.text} ${unit.text}\` is not supported: ${reason}.`);
      return hole(spanSince(r, token.from));
    }
    const meant = unit.kind === "word" && !keywords.has(unit.text.toLowerCase()) && unit.text.length > 2 ? nearest(unit.text, durationUnits) : undefined;
    if (meant !== undefined) {
      r.at++;
      const place = spanOf(r, unit.from, unit.to);
      report(r, "syntax-error", place, `"${unit.text}" is no unit. Did you mean "${meant}"?`, { fixes: [replaceBy(place, meant)] });
      return hole(spanSince(r, token.from));
    }
  }
  return literal(r, token.from, /^\d+$/.test(token.text) ? integer : number, token.text);
}

/** Consumes a time of day (`08:30`, `08:30:15`) at this offset, and returns it with seconds; undefined if there is none. */
function clockAt(r: Reader, from: number): string | undefined {
  const minutes = peek(r, 2);
  const clock = r.text.slice(from, from + 5);
  if (peek(r).from !== from || minutes.to !== from + 5 || minutes.kind !== "number" || !/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(clock)) return undefined;
  r.at += 3;
  const seconds = /^:[0-5]\d/.exec(r.text.slice(minutes.to, minutes.to + 3));
  if (seconds) r.at += 2;
  return `${clock}${seconds?.[0] ?? ":00"}`;
}

/** `2026-03-01 08:30`: a date followed by a time. */
function parseDayAndTime(r: Reader, from: number, moment: string): Expression {
  const reason = whyUnsupported(moment);
  if (reason === undefined) return literal(r, from, { kind: "date and time", zoned: false }, moment);
  report(r, "invalid-literal", spanSince(r, from), `${moment.slice(0, 10)} is not supported: ${reason}.`);
  return hole(spanSince(r, from));
}

function parseMoment(r: Reader, token: Token): Expression {
  r.at++;
  const type = temporalType(token.value!);
  const reason = r.dynamic ? undefined : whyUnsupported(token.value!);
  if (reason !== undefined) {
    report(r, "invalid-literal", spanSince(r, token.from), `\`${token.value}\` is not supported: ${reason}.`);
    return hole(spanSince(r, token.from));
  }
  if (type) return literal(r, token.from, type, token.value!);
  if (r.dynamic) return literal(r, token.from, endOfDayType(token.value!) ?? { kind: "null" }, endOfDayType(token.value!) ? token.value! : null);
  report(r, "invalid-literal", spanSince(r, token.from), `\`${token.value}\` is not a date, time or duration.`, {
    hint: 'Write `@"2026-03-01"`, `@"08:30:00"`, `@"2026-03-01T08:30:00"`, `@"P3D"`, `@"P1Y6M"`.',
  });
  return hole(spanSince(r, token.from));
}

/** The type of `2021-01-01T24:00:00`: the end of a day, which isn't a valid time of day. */
function endOfDayType(text: string): Type | undefined {
  return /T24:00:00/.test(text) ? temporalType(text.replace("T24:00:00", "T00:00:00")) : undefined;
}

function parseWord(r: Reader, token: Token): Expression {
  if (isSheetIf(r)) return parseSheetIf(r);
  const it = parseIt(r) ?? parsePersonsField(r) ?? parseThisYear(r) ?? parseFieldOf(r) ?? parseTimeBetween(r);
  if (it) return it;
  if (!r.dynamic && isCurrency(token.text) && peek(r, 1).kind === "number" && !scopeNameAt(r)) return parsePrice(r, token);
  const others = parseOthers(r);
  if (others) return others;
  const digits = r.dynamic || scopeNameAt(r) || peek(r, 1).text === "of" || token.text === "no" ? -1 : countOf(token.text);
  if (digits >= 0) return parseNumber(r, { ...token, kind: "number", text: String(digits) });
  if (isArticle(r)) {
    r.at++;
    return parseWord(r, peek(r));
  }
  const read = peekName(r, (folded) => isKnown(r, folded));
  const isRead = read !== undefined && isKnown(r, fold(read.name));
  const chosen = isRead && !namesRecords(r) ? undefined : choiceAt(r);
  if (chosen) {
    r.at += chosen.tokens;
    return literal(r, token.from, string, chosen.choice);
  }
  const name = misspeltAt(r, read) ?? read;
  const alone = name === undefined || name.tokens === 1;
  if (alone && (token.text === "true" || token.text === "false")) {
    r.at++;
    return literal(r, token.from, boolean, token.text === "true");
  }
  if (alone && token.text === "null") {
    r.at++;
    return literal(r, token.from, { kind: "null" }, null);
  }
  if (!name) {
    if (token.text === "for" || token.text === "if" || token.text === "some" || token.text === "every" || token.text === "function") return parseExpression(r);
    fail(r, "a value");
    return hole(spanOf(r, token.from, token.to));
  }
  const called = isCalled(r, name);
  r.at += name.tokens;
  const bare = resolveName(r, fold(name.name), isSign(peek(r), "."));
  const named = called && !isFunctionSymbol(bare) ? r.scope.callable?.(fold(name.name)) : undefined;
  const found: typeof bare = named ? { from: "scope", symbol: named } : bare;
  if (called && builtins.has(fold(name.name)) && !isFunctionSymbol(found)) return parseBuiltin(r, r.text.slice(token.from, r.tokens[r.at - 1]!.to), token.from);
  const other = called && !found ? parseOtherFunction(r, name.name, token.from) : undefined;
  if (other) return other;
  return possessed(r, buildName(r, name.name, found, spanSince(r, token.from), called), r.at - name.tokens, token.from);
}

/** `this year` is no field of `this`. */
function parseThisYear(r: Reader): Expression | undefined {
  if (r.dynamic || !/^this$/i.test(peek(r).text) || !/^(?:year|month)$/.test(peek(r, 1).text) || isSign(peek(r, 2), ".")) return undefined;
  if ((scopeNameAt(r)?.tokens ?? 0) > 1) return undefined;
  const name = `this ${peek(r, 1).text}`;
  r.at += 2;
  return parseMomentInWords(r, name, spanOf(r, r.tokens[r.at - 2]!.from, r.tokens[r.at - 1]!.to));
}

/** `the due date`, `its borrower`: an article before a known name, unless a name begins with it. */
function isArticle(r: Reader): boolean {
  return !r.dynamic && /^(?:the|an?|its|their)$/i.test(peek(r).text) && scopeNameAt(r) === undefined && scopeNameAt(r, 1) !== undefined;
}

/** The words that were most likely meant as a known name with a keyword in it, if what was read isn't known. */
function misspeltAt(r: Reader, read: NameRun | undefined): NameRun | undefined {
  if (r.dynamic || (read && isKnown(r, fold(read.name)))) return undefined;
  const first = peek(r).text;
  if (!read && !keywords.has(first)) return undefined;
  return misspeltName(r, read?.tokens ?? 0, namesInScope(r));
}

function isFunctionSymbol(found: ReturnType<typeof resolveName>): boolean {
  if (found?.from === "frame") return found.typed.type.kind === "function" || found.typed.type.kind === "any";
  return found?.from === "scope" && found.symbol.kind !== "open" && found.symbol.type.kind === "function";
}

function parseBracketed(r: Reader, token: Token): Expression {
  switch (token.text) {
    case "(":
      return parseParenthesis(r, token.from);
    case "[":
      return parseList(r, token.from);
    case "]": {
      r.at++;
      return parseRangeRest(r, parseSum(r), false, token.from);
    }
    case "{":
      return parseContext(r, token.from);
    default:
      fail(r, "a value");
      return hole(spanOf(r, token.from, token.to));
  }
}

function parseRangeRest(r: Reader, low: Expression, lowClosed: boolean, from: number): Expression {
  expect(r, "..", "in the range");
  const high = parseSum(r);
  const highClosed = closeRange(r);
  return buildRange(r, low, high, lowClosed, highClosed, spanSince(r, from));
}

/** `(a + b)`, `(a..b]`, or an open range `(< 5)`. */
function parseParenthesis(r: Reader, from: number): Expression {
  r.at++;
  const sign = peek(r);
  if (sign.kind === "sign" && /^(?:[<>]=?|=|!=)$/.test(sign.text)) {
    r.at++;
    const end = parseSum(r);
    expect(r, ")");
    if (sign.text === "=") return buildRange(r, end, end, true, true, spanSince(r, from));
    if (sign.text === "!=") {
      report(r, "type-mismatch", spanSince(r, from), "`(!= …)` is not a value, because it is not a range.", {
        hint: "After `in`, write `!= x` without parentheses; in a cell, write `not(x)`.",
      });
      return hole(spanSince(r, from));
    }
    return sign.text.startsWith("<")
      ? buildRange(r, null, end, false, sign.text === "<=", spanSince(r, from))
      : buildRange(r, end, null, sign.text === ">=", false, spanSince(r, from));
  }
  const inside = parseExpression(r);
  if (isSign(peek(r), "..")) return parseRangeRest(r, inside, false, from);
  expect(r, ")", "to close the parenthesis");
  return { ...inside, span: spanSince(r, from) };
}

function parseList(r: Reader, from: number): Expression {
  r.at++;
  const items: Expression[] = [];
  if (!accept(r, "]")) {
    const first = parseExpression(r);
    if (isSign(peek(r), "..")) return parseRangeRest(r, first, true, from);
    items.push(first);
    while (accept(r, ",")) items.push(parseExpression(r));
    expect(r, "]", "at the end of the list");
    if (unitsDiffer(r, items)) return hole(spanSince(r, from));
  }
  const of = items.map((each) => each.type).reduce(join, { kind: "null" } as Type);
  return { kind: "list", items, type: { kind: "list", of: of.kind === "null" && items.length > 0 ? { kind: "any" } : of }, nullable: false, span: spanSince(r, from) };
}

/** Reports amounts in different currencies in a list, because the unit of an element wouldn't be known; returns whether it did. */
function unitsDiffer(r: Reader, items: readonly Expression[]): boolean {
  const first = items.find((item) => item.type.kind === "number" && !isPlain(item.type));
  const other = first && items.find((item) => !unitsAgree(first.type, item.type));
  if (r.dynamic || !first || !other) return false;
  report(r, "unit-mismatch", other.span, `This is ${describe(other.type)}, but the list also has ${describe(first.type)}.`, withHint(unitSuggestion(first.type, other.type)));
  return true;
}

/** A context. The value of an entry can use the entries before it as variables. */
function parseContext(r: Reader, from: number): Expression {
  r.at++;
  const names = new Map<string, Bound>();
  const entries: { name: string; value: Expression; quoted?: true }[] = [];
  within(r, { kind: "names", names }, () => {
    if (accept(r, "}")) return;
    do {
      const key = peek(r);
      const name = key.kind === "string" ? (r.at++, key.value!) : wordsUntil(r, [":"], "an entry's name and `:`");
      if (name === undefined) return;
      expect(r, ":", "after the entry's name");
      const recursive = peek(r).text === "function" ? new Map(names).set(fold(name), { name, type: { kind: "any" }, nullable: false }) : names;
      const value = within(r, { kind: "names", names: recursive }, () => parseExpression(r));
      if (entries.some((each) => each.name === name)) report(r, "syntax-error", spanOf(r, key.from, key.to), `The context has the entry \`${name}\` twice.`);
      entries.push({ name, value, ...(key.kind === "string" ? { quoted: true } : {}) });
      names.set(fold(name), { name, type: value.type, nullable: value.nullable, is: value });
    } while (accept(r, ","));
    expect(r, "}", "at the end of the context");
  });
  const types: Record<string, Type> = {};
  for (const entry of entries) Object.defineProperty(types, entry.name, { value: entry.value.type, enumerable: true });
  const maybe = entries.filter((entry) => entry.value.nullable).map((entry) => entry.name);
  return { kind: "context", entries, type: { kind: "context", entries: types, ...(maybe.length > 0 ? { maybe } : {}) }, nullable: false, span: spanSince(r, from) };
}
