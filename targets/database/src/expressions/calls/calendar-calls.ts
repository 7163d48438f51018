/** Compiles what depends on a calendar: working days, working time, the next working day, and a moment some delay after another. */
import { type Expression, fold, type Type } from "@nonet/feel";
import { type Calendar, fieldOf } from "@nonet/model";
import { tableOf } from "../../columns/columns.ts";
import { compileAs, convert } from "../../scope/coerce.ts";
import { compile } from "../../scope/compile.ts";
import { entityNamed, isNull, type Scope, unsupported, zone } from "../../scope/scope.ts";
import { ident } from "../../sql/sql-text.ts";
import { moved } from "../operators/arithmetic.ts";

const instant: Type = { kind: "date and time", zoned: true };

/** A moment some delay after another; `working`: the delay is counted in working days or hours. */
export const after = (s: Scope, from: string, delay: Expression, working: boolean): string => (working ? workingAfter(s, from, delay) : moved(s, from, instant, compile(s, delay)));

const date: Type = { kind: "date" };

const calls = new Set(["working days", "working time", "next working day"]);
export const isCalendarCall = (name: string): boolean => calls.has(fold(name));

export function compileCalendarCall(s: Scope, name: string, args: readonly Expression[], type: Type): string {
  const moments = fold(name) === "next working day" ? 1 : 2;
  const calendar = calendarOf(s, args[moments]);
  const [a, b] = args;
  switch (fold(name)) {
    case "working days":
      return convert(s, `nonet.working_days(${compileAs(s, a!, date)}, ${compileAs(s, b!, date)}, ${weekdays(s, calendar)}, ${holidays(s, calendar)})`, { kind: "number" }, type);
    case "next working day":
      return `nonet.nth_working_day(${compileAs(s, a!, date)}, 1, ${weekdays(s, calendar)}, ${holidays(s, calendar)})`;
    default:
      return `nonet.working_time(${compileAs(s, a!, instant)}, ${compileAs(s, b!, instant)}, ${hours(s, calendar)}, ${holidays(s, calendar)}, ${zone(s)})`;
  }
}

/** A number of working days after an instant, at the same time of day, or of working hours, by the calendar. */
export function workingAfter(s: Scope, from: string, delay: Expression): string {
  const calendar = calendarOf(s, undefined);
  return `nonet.plus_working(${from}, ${compile(s, delay)}, ${hours(s, calendar)}, ${holidays(s, calendar)}, ${zone(s)})`;
}

/** The named calendar, else the unnamed one, else the only one. */
function calendarOf(s: Scope, named: Expression | undefined): Calendar {
  const { calendars } = s.product;
  if (named && !isNull(named)) {
    const name = named.kind === "global" ? fold(named.name) : unsupported("a calendar that is chosen by an expression");
    return calendars.find((c) => c.name !== null && fold(c.name) === name) ?? unsupported(`there is no calendar ${name}`);
  }
  return calendars.find((c) => c.name === null) ?? (calendars.length === 1 ? calendars[0]! : unsupported("there is no calendar"));
}

const array = (s: Scope, items: readonly (string | number)[], type: string): string => s.params.bind(`{${items.join(",")}}`, type);
/** Weekday, start and end of each working period. */
const hours = (s: Scope, { hours: all }: Calendar): string =>
  [
    array(
      s,
      all.map((h) => h.weekday),
      "int[]",
    ),
    array(
      s,
      all.map((h) => h.from),
      "time[]",
    ),
    array(
      s,
      all.map((h) => h.to),
      "time[]",
    ),
  ].join(", ");
const weekdays = (s: Scope, calendar: Calendar): string => array(s, [...new Set(calendar.hours.map((h) => h.weekday))], "int[]");

function holidays(s: Scope, calendar: Calendar): string {
  const dates = calendar.holidays.flatMap((h) => (h.kind === "dates" ? h.dates.map((d) => d.date) : []));
  const records = calendar.holidays.flatMap((h) => {
    if (h.kind !== "records") return [];
    const entity = entityNamed(s.product, h.entity);
    const column = `h.${ident(fieldOf(entity, h.by)?.column ?? unsupported(`${h.entity} has no field ${h.by}`))}`;
    const archived = entity.deleting.allowed === "archives" ? " and h.archived_at is null" : "";
    return [`array(select ${column} from ${tableOf(entity)} h where ${column} is not null${archived})`];
  });
  const parts = [...(dates.length > 0 || records.length === 0 ? [array(s, dates, "date[]")] : []), ...records];
  return parts.length === 1 ? parts[0]! : `(${parts.join(" || ")})`;
}
