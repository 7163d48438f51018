/** Reads the name of a day where the number of a day of the week is compared: `due on.weekday = "Sunday"`. */
import type { Expression } from "../types/expression.ts";
import { fold } from "../types/scope.ts";

const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/** The number of the day that `written` names, 1 for Monday, if `of` is the day of the week of a date; otherwise `written`. */
export function asWeekday(of: Expression, written: Expression): Expression {
  if (written.kind !== "literal" || written.type.kind !== "string" || of.kind !== "path" || of.field !== "weekday" || of.type.kind !== "number") return written;
  const day = typeof written.value === "string" ? weekdays.indexOf(fold(written.value)) + 1 : 0;
  return day === 0 ? written : { ...written, value: String(day), type: { kind: "number", integer: true } };
}
