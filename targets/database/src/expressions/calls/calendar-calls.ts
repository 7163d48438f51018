/** Compiles what depends on a calendar: working days, working time, the next working day, and a moment some delay after another. */
import { type Expression, fold, plusWorking, type Type, withoutCalendar } from "@nonet/feel";
import { type Calendar, fieldOf } from "@nonet/model";
import { tableOf } from "../../columns/columns.ts";
import { compileAs, convert } from "../../scope/coerce.ts";
import { compile, condition } from "../../scope/compile.ts";
import { notShown } from "../../scope/not-shown-values.ts";
import { entityNamed, isNull, ownScope, type Scope, unsupported, zone } from "../../scope/scope.ts";
import { ident } from "../../sql/sql-text.ts";
import { moved } from "../operators/arithmetic.ts";

const instant: Type = { kind: "date and time", zoned: true };

/** A moment some delay after another; `working`: the delay is counted in working days or hours. */
export const after = (s: Scope, from: string, delay: Expression, working: boolean): string => (working ? workingAfter(s, from, delay) : moved(s, from, instant, compile(s, delay)));

const date: Type = { kind: "date" };

/** The position of the calendar among the arguments. */
const calendarAt: Readonly<Record<string, number>> = { "working days": 2, "working time": 2, "next working day": 1, [plusWorking]: 2 };

export function compileCalendarCall(s: Scope, name: string, args: readonly Expression[], type: Type): string {
  return inCalendar(s, args[calendarAt[fold(name)]!], type, (calendar) => countedIn(s, calendar, fold(name), args, type));
}

function countedIn(s: Scope, calendar: Calendar, name: string, args: readonly Expression[], type: Type): string {
  const [a, b] = args;
  switch (name) {
    case plusWorking:
      if (type.kind === "date")
        return `nonet.nth_working_day(${compileAs(s, a!, date)}, extract(day from ${compile(s, b!)})::int, ${weekdays(s, calendar)}, ${holidays(s, calendar)})`;
      return `nonet.plus_working(${compileAs(s, a!, instant)}, ${compile(s, b!)}, ${hours(s, calendar)}, ${holidays(s, calendar)}, ${zone(s)})`;
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
  const [duration, named] = withoutCalendar(delay);
  return inCalendar(s, named, instant, (calendar) => `nonet.plus_working(${from}, ${compile(s, duration)}, ${hours(s, calendar)}, ${holidays(s, calendar)}, ${zone(s)})`);
}

/** What is counted in the named calendar, else in the unnamed one, else in the only one. A text that names a calendar is compared with every name. */
function inCalendar(s: Scope, named: Expression | undefined, type: Type, counted: (calendar: Calendar) => string): string {
  const { calendars } = s.product;
  const count = (calendar: Calendar): string => (calendar.open === undefined ? counted(calendar) : notShown(s, calendar.open, type));
  if (!named || isNull(named)) return count(calendars.find((c) => c.name === null) ?? (calendars.length === 1 ? calendars[0]! : unsupported("there is no calendar")));
  const name = named.kind === "global" && named.type.kind === "record" ? fold(named.name) : named.kind === "literal" ? fold(String(named.value)) : null;
  if (name !== null) return count(calendars.find((c) => c.name !== null && fold(c.name) === name) ?? unsupported(`there is no calendar ${name}`));
  if (named.type.kind !== "string") return unsupported("a calendar that is chosen by an expression other than its name");
  const cases = calendars.flatMap((c) => (c.name === null ? [] : [`when ${s.params.bind(fold(c.name), "text")} then ${count(c)}`]));
  if (cases.length === 0) return unsupported("there is no calendar with a name");
  return `(case nonet.folded(${compileAs(s, named, { kind: "string" })}) ${cases.join(" ")} end)`;
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
    const alias = s.params.alias("h");
    const column = `${alias}.${ident(fieldOf(entity, h.by)?.column ?? unsupported(`${h.entity} has no field ${h.by}`))}`;
    const archived = entity.deleting.allowed === "archives" ? ` and ${alias}.archived_at is null` : "";
    const where = h.where ? ` and ${condition(ownScope(s, { kind: "row", entity, alias }), h.where)}` : "";
    return [`array(select ${column} from ${tableOf(entity)} ${alias} where ${column} is not null${archived}${where})`];
  });
  const parts = [...(dates.length > 0 || records.length === 0 ? [array(s, dates, "date[]")] : []), ...records];
  return parts.length === 1 ? parts[0]! : `(${parts.join(" || ")})`;
}
