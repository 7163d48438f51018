/** Builds comparisons, and reports those that can never hold. */
import { nearest, type Span } from "@nonet/source";
import { keyOf } from "../analysis/null-facts.ts";
import { cover, type Frame, withHint, hole, type Reader, replaceBy, report, textOf } from "../syntax/reader.ts";
import { capital, describe } from "../types/describe.ts";
import type { BinaryOperator, Expression, UnaryTest } from "../types/expression.ts";
import { boolean, comparable, elementOf, isLoose, isOrdered } from "../types/relations.ts";
import { fold } from "../types/scope.ts";
import { isMonthsWithDays, nearestDays, noFixedLength } from "../types/months-in-days.ts";
import type { Type } from "../types/type.ts";
import { asWeekday } from "./weekday-names.ts";
import { unitsAgree, unitSuggestion } from "../types/units.ts";

export function buildComparison(r: Reader, operator: BinaryOperator, left: Expression, right: Expression): Expression {
  const place = cover(left.span, right.span);
  const isEquality = operator === "=" || operator === "!=";
  if (isEquality && !r.dynamic) {
    const [one, other] = [asWritten(right, left), asWritten(left, right)];
    if (one !== left || other !== right) return buildComparison(r, operator, one, other);
    const outer = outerOf(r, left, right);
    if (outer) return buildComparison(r, operator, left, outer);
  }
  if (rejects(r, operator, left, right, place)) return hole(place);
  return { kind: "binary", operator, left, right, type: boolean, nullable: operator !== "=" && operator !== "!=" && (left.nullable || right.nullable), span: place };
}

const asWritten = (chosen: Expression, written: Expression): Expression => asWeekday(chosen, asChoice(chosen, written));

/** `tier = 1`, where tier is one of (1, 2, 3): a number that is written like a choice is that choice. */
export function asChoice(chosen: Expression, written: Expression): Expression {
  const type = elementOf(chosen.type);
  const choices = type.kind === "string" ? type.choices : undefined;
  if (choices === undefined) return written;
  if (written.kind === "list") {
    const items = written.items.map((item) => asChoice(chosen, item));
    return items.every((item, i) => item === written.items[i]) ? written : { ...written, items, type: { kind: "list", of: { kind: "string" } } };
  }
  const isNumber = written.kind === "literal" && written.type.kind === "number" && written.type.unit === undefined && typeof written.value === "string";
  return isNumber && choices.includes(written.value as string) ? { ...written, type: { kind: "string" } } : written;
}

export function buildBetween(r: Reader, value: Expression, low: Expression, high: Expression): Expression {
  const place = cover(value.span, high.span);
  if (rejects(r, ">=", value, low, place) || rejects(r, "<=", value, high, place)) return hole(place);
  return { kind: "between", value, low, high, type: boolean, nullable: value.nullable || low.nullable || high.nullable, span: place };
}

export function buildIn(r: Reader, value: Expression, tests: readonly UnaryTest[]): Expression {
  const last = r.tokens[r.at - 1]?.to ?? 0;
  return { kind: "in", value, tests, type: boolean, nullable: tests.some((test) => canBeNull(test, value)), span: { ...value.span, to: Math.max(value.span.to, r.from + last) } };
}

/** Whether the result of a test can be null: for an order comparison if one side can be null, for equality never. */
function canBeNull(test: UnaryTest, value: Expression): boolean {
  switch (test.kind) {
    case "any":
      return false;
    case "not":
      return test.tests.some((each) => canBeNull(each, value));
    case "compare":
      return test.operator !== "=" && test.operator !== "!=" && (value.nullable || test.value.nullable);
    case "condition":
      return test.condition.nullable;
    case "member":
      return test.of.kind === "range"
        ? value.nullable || test.of.low?.nullable === true || test.of.high?.nullable === true
        : test.of.type.kind === "range" || (test.of.type.kind === "any" && test.of.kind !== "hole");
  }
}

/** Reports a comparison that makes no sense; returns whether it did. */
export function rejects(r: Reader, operator: BinaryOperator, left: Expression, right: Expression, place: Span): boolean {
  if (r.dynamic) return false;
  const a = left.type;
  const b = right.type;
  if (isSame(left, right)) return reportSelfComparison(r, left, right, place);
  if (isLoose(a) || isLoose(b)) return false;
  if (!unitsAgree(a, b)) {
    report(r, "unit-mismatch", place, `${capital(describe(a))} and ${describe(b)} can't be compared.`, withHint(unitSuggestion(a, b)));
    return true;
  }
  if (!comparable(a, b)) return reportTypeMismatch(r, left, right, place);
  if (zoneOf(a) !== zoneOf(b)) {
    report(r, "zoned-with-local", place, `${capital(describe(elementOf(a)))} and ${describe(elementOf(b))} can't be compared.`, {
      hint: elementOf(a).kind === "time" ? "Give both times a zone, or neither." : "Compare the dates, with `date(…)` on both sides.",
    });
    return true;
  }
  if (operator !== "=" && operator !== "!=" && !isOrdered(a)) {
    report(r, "type-mismatch", place, `${capital(describe(a))} has no order, so \`${operator}\` can't compare it.`);
    return true;
  }
  return rejectsChoice(r, left, right) || rejectsChoice(r, right, left);
}

/** `Order[farm = farm]`, where a variable outside of the filter is called `farm` too: the right side is the variable. */
function outerOf(r: Reader, left: Expression, right: Expression): Expression | null {
  if (right.kind !== "path" || right.of.kind !== "variable" || !isSame(left, right)) return null;
  const frame = r.frames.findLast((each): each is Frame & { kind: "item" } => each.kind === "item");
  const outer = right.of.name === frame?.variable ? r.scope.lookup(fold(textOf(r, right.span))) : undefined;
  return outer?.kind === "variable" ? { kind: "variable", name: outer.name, type: outer.type, nullable: outer.nullable, span: right.span } : null;
}

function zoneOf(type: Type): boolean | undefined {
  const element = elementOf(type);
  return element.kind === "date and time" ? element.zoned : element.kind === "time" ? element.zoned === true : undefined;
}

function isSame(left: Expression, right: Expression): boolean {
  const key = keyOf(left);
  return key !== undefined && key === keyOf(right);
}

function reportSelfComparison(r: Reader, left: Expression, right: Expression, place: Span): boolean {
  const written = textOf(r, right.span);
  const frame = r.frames.findLast((each): each is Frame & { kind: "item" } => each.kind === "item");
  const isElements = frame !== undefined && right.kind === "path" && right.of.kind === "variable" && right.of.name === frame.variable;
  const outer = isElements ? r.scope.lookup(fold(written)) : undefined;
  // In `Order[customer = customer]` of a Customer, the outer record itself is meant.
  const self = r.scope.lookup("this");
  const isSelf =
    isElements &&
    outer?.kind !== "field" &&
    right.type.kind === "record" &&
    self !== undefined &&
    "type" in self &&
    self.type.kind === "record" &&
    self.type.name === right.type.name;
  const meant = isSelf ? "this" : `this.${written}`;
  const fixes = isSelf || outer?.kind === "field" ? [replaceBy(right.span, meant)] : [];
  const message = isElements ? `Both sides are the element's own \`${written}\`.` : `Both sides are \`${textOf(r, left.span)}\`.`;
  report(r, "compares-itself", place, message, {
    ...(isElements ? { hint: `Inside a filter, \`${written}\` is the element's field. Write \`${meant}\` for the outer record${isSelf ? " itself" : "'s"}.` } : {}),
    fixes,
  });
  return true;
}

function reportTypeMismatch(r: Reader, left: Expression, right: Expression, place: Span): boolean {
  const a = left.type;
  const b = right.type;
  const list = a.kind === "list" && comparable(a.of, b) ? [left, right] : b.kind === "list" && comparable(b.of, a) ? [right, left] : undefined;
  if (list) {
    const form = `list contains(${textOf(r, list[0]!.span)}, ${textOf(r, list[1]!.span)})`;
    report(r, "impossible-comparison", place, `A list and a single value are never equal.`, {
      hint: `To check whether the value is in the list, write \`${form}\`.`,
      fixes: [replaceBy(place, form)],
    });
    return true;
  }
  const moment = a.kind === "date and time" && b.kind === "date" ? left : b.kind === "date and time" && a.kind === "date" ? right : undefined;
  if (moment) {
    const form = `date(${textOf(r, moment.span)})`;
    report(r, "impossible-comparison", place, `${capital(describe(a))} and ${describe(b)} can't be compared.`, {
      hint: `Compare the dates: \`${form}\`.`,
      fixes: [replaceBy(moment.span, form)],
    });
    return true;
  }
  const clock = a.kind === "date and time" && b.kind === "time" ? left : b.kind === "date and time" && a.kind === "time" ? right : undefined;
  if (clock) {
    const form = `time(${textOf(r, clock.span)})`;
    report(r, "impossible-comparison", place, `${capital(describe(a))} and ${describe(b)} can't be compared.`, {
      hint: `Compare the times of day: \`${form}\`.`,
      fixes: [replaceBy(clock.span, form)],
    });
    return true;
  }
  if (reportLengthWithNumber(r, left, right, place)) return true;
  const months = isMonthsWithDays(a, b) ? left : isMonthsWithDays(b, a) ? right : undefined;
  if (months) {
    const nearest = nearestDays(months);
    report(r, "impossible-comparison", place, `${capital(describe(a))} and ${describe(b)} can't be compared.`, {
      hint: `${noFixedLength} Compare with days, such as \`${nearest ?? "60 days"}\`, or compare dates, as in \`DATE + ${textOf(r, months.span)}\`.`,
      fixes: nearest === undefined ? [] : [replaceBy(months.span, nearest)],
    });
    return true;
  }
  const literal = right.kind === "literal" ? right : left.kind === "literal" ? left : undefined;
  const other = literal === right ? a : b;
  const form = literal && literalAs(literal, other);
  report(r, "impossible-comparison", place, `${capital(describe(a))} and ${describe(b)} can't be compared.`, {
    ...(form === undefined
      ? isDurationWithNumber(a, b) && (literal === undefined || literal.type.kind === "number")
        ? { hint: "Add a unit: `14 days`, `3 months`, `2 hours`." }
        : {}
      : { hint: `Write ${form}.` }),
    fixes: literal && form !== undefined ? [replaceBy(literal.span, form)] : [],
  });
  return true;
}

/** `notice` of 14 days beside a number: of which unit, the other side may say, as in `days <= notice`. */
function reportLengthWithNumber(r: Reader, left: Expression, right: Expression, place: Span): boolean {
  const [length, other] = right.type.kind === "number" ? [left, right] : left.type.kind === "number" ? [right, left] : [];
  const units = length && unitsOf[length.type.kind];
  if (!length || !other || !units || (length.kind !== "global" && length.kind !== "path") || other.kind === "literal") return false;
  const text = textOf(r, length.span);
  const said = units.filter((unit) => new RegExp(`\\b${unit}s?\\b`, "i").test(textOf(r, other.span)));
  const forms = (said.length === 1 ? said : units).map((unit) => `${text} / 1 ${unit}`);
  report(r, "impossible-comparison", place, `${capital(describe(left.type))} and ${describe(right.type)} can't be compared: \`${text}\` is the duration.`, {
    hint: `To compare it as a number of ${said.length === 1 ? `${said[0]!}s` : `${units.slice(0, -1).join("s, ")}s or ${units.at(-1)!}s`}, write \`${forms.join("`, `")}\`.`,
    fixes: forms.map((form) => replaceBy(length.span, form)),
  });
  return true;
}

const unitsOf: Readonly<Record<string, readonly string[]>> = { "days and time duration": ["day", "hour", "minute"], "years and months duration": ["month", "year"] };

function isDurationWithNumber(a: Type, b: Type): boolean {
  return (a.kind === "number" && b.kind.endsWith("duration")) || (b.kind === "number" && a.kind.endsWith("duration"));
}

/** The literal in a form that fits the other side: `"5"` as 5, `14` as `14 days`. */
function literalAs(literal: Expression & { kind: "literal" }, other: Type): string | undefined {
  const value = literal.value;
  if (typeof value !== "string") return undefined;
  if (literal.type.kind === "string" && other.kind === "number" && /^-?\d+(\.\d+)?$/.test(value)) return value;
  if (literal.type.kind === "string" && other.kind === "date" && /^\d{4}-\d\d-\d\d$/.test(value)) return `date("${value}")`;
  if (literal.type.kind === "string" && other.kind === "boolean" && /^(true|false|yes|no)$/i.test(value)) return /^(true|yes)$/i.test(value) ? "true" : "false";
  if (literal.type.kind === "number" && other.kind === "days and time duration") return `${value} days`;
  if (literal.type.kind === "number" && other.kind === "years and months duration") return `${value} months`;
  if (literal.type.kind === "number" && other.kind === "string") return `"${value}"`;
  return undefined;
}

/** Reports a text that is not one of the choices; returns whether it did. */
export function rejectsChoice(r: Reader, chosen: Expression, text: Expression): boolean {
  const choices = elementOf(chosen.type).kind === "string" ? (elementOf(chosen.type) as Type & { kind: "string" }).choices : undefined;
  if (choices === undefined) return false;
  if (text.kind === "list") return text.items.map((item) => rejectsChoice(r, chosen, item)).includes(true);
  const other = text.type.kind === "string" ? text.type.choices : undefined;
  if (text.kind !== "literal" || typeof text.value !== "string" || text.type.kind !== "string") {
    if (!other || other.some((each) => choices.includes(each))) return false;
    report(r, "impossible-comparison", cover(chosen.span, text.span), `The two sides have no value in common: one can be ${choiceList(choices)}, the other ${choiceList(other)}.`);
    return true;
  }
  const value = text.value;
  if (choices.includes(value)) return false;
  const suggestion = choices.find((choice) => fold(choice) === fold(value)) ?? nearest(value, choices);
  const subject = textOf(r, chosen.span);
  report(
    r,
    "impossible-comparison",
    text.span,
    `${subject === "" ? "This" : `\`${subject}\``} can never be "${value}"${suggestion === undefined ? "" : `. Did you mean "${suggestion}"?`}`.replace(/"$/, '".'),
    {
      hint: `It can be ${choiceList(choices)}.`,
      fixes: suggestion === undefined ? [] : [replaceBy(text.span, JSON.stringify(suggestion))],
    },
  );
  return true;
}

/** `"a", "b" or "c"`. */
export function choiceList(choices: readonly string[]): string {
  const quoted = choices.map((choice) => `"${choice}"`);
  return quoted.length < 2 ? quoted.join("") : `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}`;
}
