/** Builds sums, products and powers of numbers, texts, dates and durations (DMN 1.5, section 10.3.2.13, tables 50 to 55). */
import type { Span } from "@nonet/source";
import { cover, withHint, hole, peek, type Reader, replaceBy, report, spanOf, textOf } from "../syntax/reader.ts";
import { capital, describe } from "../types/describe.ts";
import type { BinaryOperator, Expression } from "../types/expression.ts";
import { any, comparable, date, days, isDuration, isLoose, isTemporal, isWorking, join, number, string, time } from "../types/relations.ts";
import type { Type } from "../types/type.ts";
import { durationUnits } from "../values/temporal-format.ts";
import { inWorkingTime } from "./working-time.ts";
import { isPlain, type NumberType, commonUnit, type Unit, unitOf, unitsAgree, unitSuggestion } from "../types/units.ts";

export function buildArithmetic(r: Reader, operator: BinaryOperator, left: Expression, right: Expression): Expression {
  const place = cover(left.span, right.span);
  const counted = r.dynamic ? undefined : inWorkingTime(operator, left, right, place);
  if (counted) return counted;
  if (isTemporal(left.type) && reportUnitBehind(r, right)) return hole(place);
  const type = inCurrency(operator, left, right) ?? resultOf(operator, left.type, right.type);
  const units = operator === "+" || operator === "-" ? unitsAgree(left.type, right.type) : true;
  if (!r.dynamic && (type === undefined || !units)) {
    reportMismatch(r, operator, left, right, place, type !== undefined);
    return hole(place);
  }
  return { kind: "binary", operator, left, right, type: type ?? any, nullable: left.nullable || right.nullable || (operator === "/" && !isNonZero(right)), span: place };
}

/** An amount in a field's currency, multiplied or divided by a number that can't be a rate of exchange, stays in that currency. */
function inCurrency(operator: BinaryOperator, left: Expression, right: Expression): Type | undefined {
  if (operator !== "*" && operator !== "/") return undefined;
  const [amount, by] = isInField(left) ? [left, right] : operator === "*" && isInField(right) ? [right, left] : [];
  return amount && by && isNoRate(by) ? { kind: "number", ...unitOf(amount.type) } : undefined;
}

const isInField = (e: Expression): e is Expression & { type: NumberType } => e.type.kind === "number" && e.type.unitIn !== undefined;

/** Whether the number is written here, a percentage, or made of such: `1.19`, `1 + vat rate`. */
function isNoRate(e: Expression): boolean {
  if (e.type.kind !== "number" || !isPlain(e.type)) return false;
  if (e.kind === "literal" || e.type.unit === "%" || e.type.integer === true) return true;
  return e.kind === "binary" && isNoRate(e.left) && isNoRate(e.right);
}

export function buildNegate(r: Reader, of: Expression, place: Span): Expression {
  const type = of.type;
  if (!r.dynamic && type.kind !== "number" && !isDuration(type) && !isLoose(type)) {
    report(r, "type-mismatch", place, `Only numbers and durations can be negated, but this is ${describe(type)}.`);
    return hole(place);
  }
  if (of.kind === "literal" && type.kind === "number" && typeof of.value === "string")
    return { ...of, value: of.value.startsWith("-") ? of.value.slice(1) : `-${of.value}`, span: place };
  return { kind: "negate", of, type: isLoose(type) ? any : type, nullable: of.nullable, span: place };
}

function isNonZero(expression: Expression): boolean {
  if (isLoose(expression.type)) return false;
  if (expression.kind === "literal") return typeof expression.value === "string" && /[1-9]/.test(expression.value);
  // It isn't known whether a computed divisor, such as `1 + rate`, can be zero.
  return expression.kind === "global" && !expression.canBeZero;
}

/** The type of the result; undefined if the operator doesn't apply to these types. */
export function resultOf(operator: BinaryOperator, a: Type, b: Type): Type | undefined {
  switch (operator) {
    case "+":
      return sumOf(a, b);
    case "-":
      return differenceOf(a, b);
    case "*":
      return a.kind === "number" && b.kind === "number"
        ? product(a, b)
        : isDuration(a) && isNumeric(b)
          ? a
          : isNumeric(a) && isDuration(b)
            ? b
            : isNumeric(a) && isNumeric(b)
              ? any
              : undefined;
    case "/":
      return a.kind === "number" && b.kind === "number"
        ? quotient(a, b)
        : isDuration(a) && isNumeric(b)
          ? isLoose(b)
            ? any
            : a
          : isDuration(a) && a.kind === b.kind
            ? number
            : (isNumeric(a) || isLoose(a)) && (isNumeric(b) || isDuration(b)) && (isLoose(a) || isLoose(b))
              ? any
              : undefined;
    case "**":
      return isNumeric(a) && isNumeric(b) ? number : undefined;
    default:
      return undefined;
  }
}

function isNumeric(type: Type): boolean {
  return type.kind === "number" || isLoose(type);
}

function sumOf(a: Type, b: Type): Type | undefined {
  if (isLoose(a) || isLoose(b)) return sumWithLoose(isLoose(a) ? b : a);
  if (a.kind === "number" && b.kind === "number") return sumType(a, b, Boolean(a.integer && b.integer));
  if (a.kind === "string" && b.kind === "string") return string;
  if (isDuration(a) && isTemporal(b)) return shiftedType(b, a);
  if (isTemporal(a) && isDuration(b)) return shiftedType(a, b);
  return isDuration(a) && comparable(a, b) ? join(a, b) : undefined;
}

/** The type of `x + unknown`: a text or a date stays one; the result of a number or a duration isn't known. */
function sumWithLoose(known: Type): Type | undefined {
  if (known.kind === "string") return string;
  if (isTemporal(known)) return known;
  return known.kind === "number" || isDuration(known) || isLoose(known) ? any : undefined;
}

function shiftedType(moment: Type, duration: Type): Type | undefined {
  return moment.kind === "time" && (duration.kind === "years and months duration" || isWorking(duration)) ? undefined : moment;
}

function differenceOf(a: Type, b: Type): Type | undefined {
  if (isLoose(a) || isLoose(b)) {
    const known = isLoose(a) ? b : a;
    return known.kind === "number" || isDuration(known) || isTemporal(known) || isLoose(known) ? any : undefined;
  }
  if (a.kind === "number" && b.kind === "number") return sumType(a, b, Boolean(a.integer && b.integer));
  if (a.kind === "date" && b.kind === "date") return days;
  if (a.kind === "time" && b.kind === "time") return a.zoned === b.zoned ? days : undefined;
  if (a.kind === "date and time" && b.kind === "date and time") return a.zoned === b.zoned ? days : undefined;
  if ((a.kind === "date" && b.kind === "date and time") || (a.kind === "date and time" && b.kind === "date")) return days;
  if (isTemporal(a) && isDuration(b)) return shiftedType(a, b);
  return isDuration(a) && comparable(a, b) ? join(a, b) : undefined;
}

function sumType(a: NumberType, b: NumberType, whole: boolean): Type {
  return { kind: "number", ...commonUnit(a, b), ...(whole ? { integer: true } : {}) };
}

function product(a: NumberType, b: NumberType): Type {
  const unit = isPlain(a) === isPlain(b) ? {} : isPlain(a) ? scaledUnit(b, a) : scaledUnit(a, b);
  return { kind: "number", ...unit, ...(a.integer && b.integer ? { integer: true } : {}) };
}

function quotient(a: NumberType, b: NumberType): Type {
  return isPlain(a) || !isPlain(b) ? number : { kind: "number", ...scaledUnit(a, b) };
}

/** A multiple or a percentage of an amount has its unit. Multiplying an amount in a field's currency by any other number may convert it. */
function scaledUnit(amount: NumberType, by: NumberType): Unit {
  return amount.unitIn === undefined || by.integer === true || by.unit === "%" ? unitOf(amount) : {};
}

const verbs: Readonly<Record<string, string>> = { "+": "added", "-": "subtracted", "*": "multiplied", "/": "divided", "**": "raised to a power" };

function reportMismatch(r: Reader, operator: BinaryOperator, left: Expression, right: Expression, place: Span, unitsOnly: boolean): void {
  const a = left.type;
  const b = right.type;
  const both = `${describe(a)} and ${describe(b)}`;
  if (unitsOnly) return report(r, "unit-mismatch", place, `${capital(both)} can't be ${verbs[operator]}.`, withHint(unitSuggestion(a, b)));
  const working = isWorking(a) ? left : isWorking(b) ? right : undefined;
  if (working)
    return report(r, "type-mismatch", place, `${capital(both)} can't be ${verbs[operator]}.`, {
      hint: `Add ${describe(working.type)} to a date, or to a date and time.`,
    });
  if (a.kind === "date and time" && b.kind === "date and time")
    return report(r, "zoned-with-local", place, "One side is an instant and the other a local date and time, so they have no difference.", {
      hint: "Give the local time a zone, or compare the dates.",
    });
  const textSide = operator === "+" && (a.kind === "string") !== (b.kind === "string") ? (a.kind === "string" ? right : left) : undefined;
  if (textSide && textSide.type.kind !== "record" && textSide.type.kind !== "list") {
    return report(r, "type-mismatch", textSide.span, `A text can only be joined with a text, but this is ${describe(textSide.type)}.`, {
      hint: "Convert it to a text with `string(…)`.",
      fixes: [replaceBy(textSide.span, `string(${textOf(r, textSide.span)})`)],
    });
  }
  if (a.kind === "list" || b.kind === "list") {
    const [first, second] = [left, right].map((side) => textOf(r, side.span));
    return report(r, "type-mismatch", place, `${capital(both)} can't be ${verbs[operator]}: a list has several values.`, {
      hint:
        a.kind === "list" && b.kind === "list"
          ? `Compute with their totals, \`sum(${first}) ${operator} sum(${second})\`, or for each record: \`sum(for x in LIST return x.A ${operator} x.B)\`.`
          : "Take its total first: `sum(…)`, `count(…)`, `max(…)`.",
    });
  }
  const listed = [left, right].find(({ type }) => type.kind === "string" && type.choices !== undefined && type.choices.every((choice) => /^\d+$/.test(choice)));
  if (listed?.type.kind === "string") {
    const name = textOf(r, listed.span);
    return report(r, "type-mismatch", listed.span, `\`${name}\` is text, so it can't be ${verbs[operator]}.`, {
      hint: `To compute with it, write \`integer, one of (${listed.type.choices!.join(", ")})\` where it is declared.`,
    });
  }
  if (operator === "*" && isDuration(a) && isDuration(b) && reportTwice(r, left, right)) return;
  const numeral = (isTemporal(a) || isDuration(a)) && b.kind === "number" ? right : (isTemporal(b) || isDuration(b)) && a.kind === "number" ? left : undefined;
  const unit = numeral === right ? unitAhead(r) : undefined;
  if (numeral && unit) {
    const form = `${textOf(r, numeral.span)} * 1 ${unit.one}`;
    const words = { ...numeral.span, to: unit.span.to };
    r.at += unit.tokens;
    return report(r, "type-mismatch", words, `\`${textOf(r, numeral.span)}\` is a number. To make a duration of it, multiply: \`${form}\`.`, { fixes: [replaceBy(words, form)] });
  }
  const fixes = numeral?.kind === "literal" && (operator === "+" || operator === "-") ? [replaceBy(numeral.span, `${textOf(r, numeral.span)} days`)] : [];
  const difference = left.kind === "binary" && left.operator === "-" && a.kind === "days and time duration" && b.kind === "number" ? left : undefined;
  const counted = difference && difference.left.type.kind === "date" && difference.right.type.kind === "date" ? `(${textOf(r, difference.span)}).days` : undefined;
  report(r, "type-mismatch", place, `${capital(describe(a))} and ${describe(b)} can't be ${verbs[operator]}.`, {
    ...(counted !== undefined
      ? { hint: `For a number of days, write \`${counted} ${operator} ${textOf(r, right.span)}\`.` }
      : numeral
        ? {
            hint:
              numeral.kind === "literal"
                ? "Add a unit: `14 days`, `3 months`, `2 hours`."
                : `To make a duration of a number, multiply: \`${textOf(r, numeral.span)} * 1 day\`, for example.`,
          }
        : {}),
    fixes: [...(difference && counted !== undefined ? [replaceBy(difference.span, counted)] : []), ...fixes],
  });
}

/** A unit of time behind an operand that isn't a literal: `pass.valid for days`, `wait working days`. */
function unitAhead(r: Reader): { readonly one: string; readonly tokens: number; readonly span: Span } | undefined {
  const isWorking = /^working$/i.test(peek(r).text);
  const { kind, text, from, to } = peek(r, isWorking ? 1 : 0);
  if (r.dynamic || kind !== "word" || !durationUnits.includes(text) || (isWorking && !/^(?:day|hour)s?$/.test(text))) return undefined;
  return { one: `${isWorking ? "working " : ""}${text.replace(/s$/, "")}`, tokens: isWorking ? 2 : 1, span: spanOf(r, from, to) };
}

/** The types of the properties of dates, times, durations and ranges. */
export const properties: Readonly<Record<string, Readonly<Record<string, Type>>>> = (() => {
  const whole: Type = { kind: "number", integer: true };
  const day = { year: whole, month: whole, day: whole, weekday: whole };
  const clock = { hour: whole, minute: whole, second: whole, "time offset": days, timezone: string };
  return {
    date: day,
    time: clock,
    "date and time": { ...day, ...clock, date, time },
    "years and months duration": { years: whole, months: whole },
    "days and time duration": { days: whole, hours: whole, minutes: whole, seconds: whole },
    range: { start: any, end: any, "start included": { kind: "boolean" }, "end included": { kind: "boolean" } },
  } as const;
})();

/** `day + notice days`, where `notice` is a duration already. */
function reportUnitBehind(r: Reader, length: Expression): boolean {
  const unit = isDuration(length.type) && (length.kind === "global" || length.kind === "path") ? unitAhead(r) : undefined;
  if (!unit) return false;
  const text = textOf(r, length.span);
  const words = { ...length.span, to: unit.span.to };
  r.at += unit.tokens;
  report(r, "type-mismatch", words, `\`${text}\` is a duration already, so it needs no unit.`, { hint: `Write \`${text}\`.`, fixes: [replaceBy(words, text)] });
  return true;
}

/** `notice * 1 day`, where `notice` is a duration already. */
function reportTwice(r: Reader, left: Expression, right: Expression): boolean {
  const [length, unit] = isOneUnit(textOf(r, right.span)) ? [left, right] : isOneUnit(textOf(r, left.span)) ? [right, left] : [];
  if (!length || !unit) return false;
  const words = { ...left.span, to: right.span.to };
  const text = textOf(r, length.span);
  report(r, "type-mismatch", words, `\`${text}\` is a duration already, so it isn't multiplied by \`${textOf(r, unit.span)}\`.`, {
    hint: `Write \`${text}\`.`,
    fixes: [replaceBy(words, text)],
  });
  return true;
}

const isOneUnit = (text: string): boolean => /^1\s+(?:second|minute|hour|day|week|month|year)s?$/i.test(text);
