/** The values of the names of a document: constants, functions, decision tables and calendars. */
import type { Expression } from "../types/expression.ts";
import { fold } from "../types/scope.ts";
import { offsetAtLocal } from "../values/calendar.ts";
import type { Environment } from "../values/environment.ts";
import { durationInCalendar, plusWorking } from "../typing/working-time.ts";
import { DateTimeValue, DateValue, DaysValue } from "../values/temporal.ts";
import { FunctionValue, type HostRecord, integerOf, NOT_SHOWN, type Value } from "../values/value.ts";
import { nextWorkingDay, nthWorkingDay, plusWorkingSeconds, type WorkingCalendar, workingDays, workingSeconds } from "../values/working-calendar.ts";
import { compile } from "./compile.ts";
import { decisionFunction, type DecisionRows } from "./decision-table.ts";

export interface NamedParts {
  /** `values` is null for a constant that is not shown. `from` is a date in ISO 8601, null for the first value. */
  readonly constants: readonly { readonly name: string; readonly values: readonly { readonly from: string | null; readonly value: Expression }[] | null }[];
  readonly functions: readonly { readonly name: string; readonly parameters: readonly { readonly name: string }[]; readonly body: Expression }[];
  readonly tables: readonly (DecisionRows & { readonly name: string })[];
  readonly calendars: readonly (WorkingCalendar & { readonly name: string | null; /** Absent for a calendar that is shown. */ readonly open?: string })[];
}

/** An environment with these names as globals. Other names come from the outer environment. */
export function withNames(parts: NamedParts, outer: Environment): Environment {
  const cache = new Map<string, Value>();
  const environment: Environment = {
    variable: (name) => outer.variable(name),
    field: (record, name) => outer.field(record, name),
    now: outer.now,
    zone: outer.zone,
    ...(outer.validOn ? { validOn: outer.validOn } : {}),
    global(name) {
      const key = fold(name);
      let value = cache.get(key);
      if (value === undefined) {
        value = valueOf(parts, key, environment);
        if (value !== undefined) cache.set(key, value);
      }
      return value === undefined ? outer.global(name) : value;
    },
  };
  return environment;
}

function valueOf(parts: NamedParts, key: string, environment: Environment): Value | undefined {
  const constant = parts.constants.find((c) => fold(c.name) === key);
  if (constant) return constantAt(constant, environment.validOn ?? DateTimeValue.ofInstant(Math.floor(environment.now / 1000), 0, { id: environment.zone }).date, environment);
  const dated = parts.constants.find((c) => `${fold(c.name)} at` === key);
  if (dated) return new FunctionValue(["date"], ([at]) => (at === NOT_SHOWN ? at : orNull(dayOf(at ?? null, environment), (day) => constantAt(dated, day, environment))));
  const named = parts.functions.find((f) => fold(f.name) === key);
  if (named) return functionOf(named, environment);
  const table = parts.tables.find((t) => fold(t.name) === key);
  if (table) return decisionFunction(table, environment);
  const callable = key.endsWith(" at") ? [...parts.functions, ...parts.tables].find((one) => `${fold(one.name)} at` === key) : undefined;
  if (callable) return atDate(parts, callable, environment);
  if (parts.calendars.some((c) => c.name !== null && fold(c.name) === key)) return { record: "(calendar)", id: key };
  return calendarFunction(parts, key, environment);
}

/** The function or table with one more argument: the day on which all values in it must be valid. */
function atDate(parts: NamedParts, callable: NamedParts["functions"][number] | NamedParts["tables"][number], outer: Environment): Value {
  const inputs = "inputs" in callable ? callable.inputs : callable.parameters;
  const key = fold(callable.name);
  return new FunctionValue([...inputs.map(({ name }) => name), "date"], (given) => {
    const day = given.at(-1) ?? null;
    if (day === NOT_SHOWN) return day;
    return orNull(dayOf(day, outer), (validOn) => {
      const called = withNames(parts, {
        ...outer,
        variable: (name) => outer.variable(name),
        global: (name) => outer.global(name),
        field: (record, name) => outer.field(record, name),
        validOn,
      }).global(key);
      return called instanceof FunctionValue ? called.call(given.slice(0, -1)) : null;
    });
  });
}

const orNull = <T>(value: T | null, then: (value: T) => Value): Value => (value === null ? null : then(value));

function constantAt(constant: NamedParts["constants"][number], day: DateValue, environment: Environment): Value {
  if (constant.values === null) return NOT_SHOWN;
  const iso = `${String(day.year).padStart(4, "0")}-${String(day.month).padStart(2, "0")}-${String(day.day).padStart(2, "0")}`;
  const inForce = constant.values.filter((v) => v.from === null || v.from <= iso).at(-1);
  return inForce ? compile(inForce.value)(environment) : null;
}

function functionOf(named: NamedParts["functions"][number], environment: Environment): FunctionValue {
  const names = named.parameters.map((p) => p.name);
  const body = compile(named.body);
  return new FunctionValue(names, (given) => {
    const bound = new Map(names.map((name, i): [string, Value] => [name, given[i] ?? null]));
    return body({
      ...environment,
      variable: (name) => (bound.has(name) ? bound.get(name)! : environment.variable(name)),
      global: (name) => environment.global(name),
      field: (record, name) => environment.field(record, name),
    });
  });
}

function calendarFunction(parts: NamedParts, key: string, environment: Environment): FunctionValue | undefined {
  const chosen = (value: Value | undefined): NamedParts["calendars"][number] | null => {
    if (value === null) return null;
    const id = typeof value === "string" ? fold(value) : (value as HostRecord | undefined)?.id;
    if (id !== undefined) return parts.calendars.find((c) => c.name !== null && fold(c.name) === id) ?? null;
    return parts.calendars.find((c) => c.name === null) ?? (parts.calendars.length === 1 ? parts.calendars[0]! : null);
  };
  /** Nothing can be counted in a calendar that isn't shown. */
  const inChosen = (named: Value | undefined, count: (calendar: WorkingCalendar) => Value): Value =>
    orNull(chosen(named), (calendar) => (calendar.open === undefined ? count(calendar) : NOT_SHOWN));
  const between = (count: (calendar: WorkingCalendar, from: Value, to: Value) => Value): FunctionValue =>
    new FunctionValue(["from", "to", "calendar"], ([from = null, to = null, named]) =>
      from === NOT_SHOWN || to === NOT_SHOWN ? NOT_SHOWN : inChosen(named, (calendar) => count(calendar, from, to)),
    );
  switch (key) {
    case plusWorking:
      return new FunctionValue(["from", "duration", "calendar"], ([from = null, duration = null, named]) =>
        [from, duration, named].includes(NOT_SHOWN)
          ? NOT_SHOWN
          : inChosen(named, (calendar) => (duration instanceof DaysValue ? movedBy(calendar, from, duration, environment) : null)),
      );
    case durationInCalendar:
      return new FunctionValue(["duration", "calendar"], ([duration = null]) => duration);
    case "working days":
      return between((calendar, from, to) =>
        orNull(dayOf(from, environment), (a) => orNull(dayOf(to, environment), (b) => integerOf(workingDays(calendar, a.epochDay, b.epochDay)))),
      );
    case "working time":
      return between((calendar, from, to) =>
        orNull(secondsOf(from, environment), (a) =>
          orNull(secondsOf(to, environment), (b) => DaysValue.ofTotal(BigInt(Math.round(workingSeconds(calendar, a, b, environment.zone) * 1000)) * 1_000_000n)),
        ),
      );
    case "next working day":
      return new FunctionValue(["date", "calendar"], ([date = null, named]) =>
        date === NOT_SHOWN
          ? date
          : inChosen(named, (calendar) => orNull(dayOf(date, environment), (day) => orNull(nextWorkingDay(calendar, day.epochDay), (next) => DateValue.ofEpochDay(next)))),
      );
    default:
      return undefined;
  }
}

/** A moment some working days or hours later or earlier. Working days keep the time of day. */
function movedBy(calendar: WorkingCalendar, from: Value, { days, nanos }: DaysValue, environment: Environment): Value {
  if (from instanceof DateValue && nanos === 0n) return orNull(nthWorkingDay(calendar, from.epochDay, days), (day) => DateValue.ofEpochDay(day));
  const seconds = secondsOf(from, environment);
  if (seconds === null) return null;
  const zone = { id: environment.zone };
  if (nanos === 0n) {
    const { date, nanos: clock } = DateTimeValue.ofInstant(Math.floor(seconds), from instanceof DateTimeValue ? from.fraction : 0, zone);
    return orNull(nthWorkingDay(calendar, date.epochDay, days), (day) => new DateTimeValue(DateValue.ofEpochDay(day), clock, zone));
  }
  const moved = plusWorkingSeconds(calendar, seconds, Number(nanos / 1000n) / 1e6, environment.zone);
  return orNull(moved, (at) => DateTimeValue.ofInstant(Math.floor(at), Math.round((at - Math.floor(at)) * 1e6) * 1000, zone));
}

/** The day of a date or instant in the time zone of the product. */
function dayOf(value: Value, environment: Environment): DateValue | null {
  if (value instanceof DateValue) return value;
  return value instanceof DateTimeValue ? value.inZone({ id: environment.zone }).date : null;
}

/** Seconds since 1970 of an instant. A date starts at 00:00 in the time zone of the product. */
function secondsOf(value: Value, environment: Environment): number | null {
  if (value instanceof DateTimeValue && value.zone !== null) return value.seconds + value.fraction / 1e9;
  const local = value instanceof DateValue ? value.epochDay * 86_400 : value instanceof DateTimeValue ? value.localSeconds : null;
  return local === null ? null : local - offsetAtLocal(environment.zone, local);
}
