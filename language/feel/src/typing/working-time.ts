/**
 * Builds `due on + 3 working days` and `reported at + 4 working hours in Workshop`: a call of `plus working`, which the
 * host provides with its calendars, as it provides `working days`.
 */
import type { Span } from "@nonet/source";
import type { BinaryOperator, Expression } from "../types/expression.ts";
import { date, instant, isWorking, local } from "../types/relations.ts";
import type { Type } from "../types/type.ts";
import { asExpected } from "./local-to-instant.ts";

/** The name of the host's function. Its arguments are the moment, the duration and the calendar, which may be left out. */
export const plusWorking = "plus working";

/** The sum or difference of a date or instant and a working duration; undefined for any other operands. */
export function inWorkingTime(operator: BinaryOperator, left: Expression, right: Expression, place: Span): Expression | undefined {
  if (operator !== "+" && operator !== "-") return undefined;
  if (isMoment(left.type) && isWorking(right.type)) return moved(left, operator === "-" ? negated(right) : right, place);
  return operator === "+" && isWorking(left.type) && isMoment(right.type) ? moved(right, left, place) : undefined;
}

const isMoment = (type: Type): boolean => type.kind === "date" || type.kind === "date and time";

const negated = (duration: Expression): Expression => ({ kind: "negate", of: duration, type: duration.type, nullable: duration.nullable, span: duration.span });

/** Working days from a date give a date. Anything else gives an instant, and a date then counts from 00:00. */
function moved(moment: Expression, duration: Expression, place: Span): Expression {
  const type = moment.type.kind === "date" && isWorking(duration.type) && duration.type.working === "days" ? date : instant;
  const [span, calendar] = withoutCalendar(duration);
  const given = asExpected(moment.type.kind === "date" && type.kind !== "date" ? midnight(moment) : moment, instant);
  const parameters = [
    { name: "from", type: given.type },
    { name: "duration", type: duration.type },
  ];
  return {
    kind: "apply",
    function: { kind: "global", name: plusWorking, type: { kind: "function", parameters, result: type }, nullable: false, span: place },
    arguments: [given, span, ...(calendar ? [calendar] : [])],
    type,
    nullable: moment.nullable || duration.nullable,
    span: place,
  };
}

/** The duration, and the calendar of `3 working days in Workshop`. */
export function withoutCalendar(duration: Expression): readonly [duration: Expression, calendar?: Expression] {
  if (duration.kind === "negate") {
    const [of, calendar] = withoutCalendar(duration.of);
    return calendar ? [{ ...duration, of }, calendar] : [duration];
  }
  if (duration.kind !== "apply" || duration.function.kind !== "global" || duration.function.name !== durationInCalendar) return [duration];
  return [duration.arguments[0]!, duration.arguments[1]!];
}

/** The name of the call that says in which calendar a duration counts: `3 working days in Workshop`. */
export const durationInCalendar = "in calendar";

/** 00:00 of a date. */
const midnight = (day: Expression): Expression => ({ kind: "call", function: "date and time", arguments: [day], type: local, nullable: day.nullable, span: day.span });

const isSumWithoutCalendar = (expression: Expression): expression is Expression & { kind: "apply" } =>
  expression.kind === "apply" && expression.function.kind === "global" && expression.function.name === plusWorking && expression.arguments.length === 2;

/** Whether a calendar can follow: the expression counts working time, and doesn't say in which calendar. */
export const lacksCalendar = (expression: Expression): boolean =>
  isSumWithoutCalendar(expression) || (isWorking(expression.type) && withoutCalendar(expression).length === 1) || isUnknownSum(expression);

/** A sum with a mistake in it, which may have been meant as working time. */
const isUnknownSum = (expression: Expression): boolean =>
  expression.kind === "binary" && (expression.operator === "+" || expression.operator === "-") && [expression.left, expression.right].some(({ kind }) => kind === "hole");

/** The sum or duration, counted in a calendar: the calendar itself, or a text that names one. */
export function inCalendar(counted: Expression, calendar: Expression, place: Span): Expression {
  const nullable = counted.nullable || calendar.nullable;
  if (isUnknownSum(counted)) return { ...counted, span: place };
  if (isSumWithoutCalendar(counted)) return { ...counted, arguments: [...counted.arguments, calendar], nullable, span: place };
  const parameters = [
    { name: "duration", type: counted.type },
    { name: "calendar", type: calendar.type },
  ];
  const named: Expression = { kind: "global", name: durationInCalendar, type: { kind: "function", parameters, result: counted.type }, nullable: false, span: place };
  return { kind: "apply", function: named, arguments: [counted, calendar], type: counted.type, nullable, span: place };
}

/** Whether values of the type can name a calendar. */
export const namesCalendar = (type: Type): boolean => type.kind === "string" || (type.kind === "record" && type.name === "(calendar)");
