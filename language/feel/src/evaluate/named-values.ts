/** The values of the names of a document: constants, functions, decision tables and calendars. */
import type { Expression } from "../types/expression.ts";
import { fold } from "../types/scope.ts";
import { offsetAtLocal } from "../values/calendar.ts";
import type { Environment } from "../values/environment.ts";
import { DateTimeValue, DateValue, DaysValue } from "../values/temporal.ts";
import { FunctionValue, type HostRecord, integerOf, NOT_SHOWN, type Value } from "../values/value.ts";
import { nextWorkingDay, type WorkingCalendar, workingDays, workingSeconds } from "../values/working-calendar.ts";
import { compile } from "./compile.ts";
import { decisionFunction, type DecisionRows } from "./decision-table.ts";

export interface NamedParts {
  /** `values` is null for a constant that is not shown. `from` is a date in ISO 8601, null for the first value. */
  readonly constants: readonly { readonly name: string; readonly values: readonly { readonly from: string | null; readonly value: Expression }[] | null }[];
  readonly functions: readonly { readonly name: string; readonly parameters: readonly { readonly name: string }[]; readonly body: Expression }[];
  readonly tables: readonly (DecisionRows & { readonly name: string })[];
  readonly calendars: readonly (WorkingCalendar & { readonly name: string | null })[];
}

/** An environment with these names as globals. Other names come from the outer environment. */
export function withNames(parts: NamedParts, outer: Environment): Environment {
  const cache = new Map<string, Value>();
  const environment: Environment = {
    variable: (name) => outer.variable(name),
    field: (record, name) => outer.field(record, name),
    now: outer.now,
    zone: outer.zone,
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
  if (constant) return constantAt(constant, DateTimeValue.ofInstant(Math.floor(environment.now / 1000), 0, { id: environment.zone }).date, environment);
  const dated = parts.constants.find((c) => `${fold(c.name)} at` === key);
  if (dated) return new FunctionValue(["date"], ([at]) => (at === NOT_SHOWN ? at : orNull(dayOf(at ?? null, environment), (day) => constantAt(dated, day, environment))));
  const named = parts.functions.find((f) => fold(f.name) === key);
  if (named) return functionOf(named, environment);
  const table = parts.tables.find((t) => fold(t.name) === key);
  if (table) return decisionFunction(table, environment);
  if (parts.calendars.some((c) => c.name !== null && fold(c.name) === key)) return { record: "(calendar)", id: key };
  return calendarFunction(parts, key, environment);
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
  const chosen = (value: Value | undefined): WorkingCalendar | null => {
    const id = (value as HostRecord | null | undefined)?.id;
    if (id !== undefined) return parts.calendars.find((c) => c.name !== null && fold(c.name) === id) ?? null;
    return parts.calendars.find((c) => c.name === null) ?? (parts.calendars.length === 1 ? parts.calendars[0]! : null);
  };
  const between = (count: (calendar: WorkingCalendar, from: Value, to: Value) => Value): FunctionValue =>
    new FunctionValue(["from", "to", "calendar"], ([from = null, to = null, named]) =>
      from === NOT_SHOWN || to === NOT_SHOWN ? NOT_SHOWN : orNull(chosen(named), (calendar) => count(calendar, from, to)),
    );
  switch (key) {
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
          : orNull(chosen(named), (calendar) => orNull(dayOf(date, environment), (day) => orNull(nextWorkingDay(calendar, day.epochDay), (next) => DateValue.ofEpochDay(next)))),
      );
    default:
      return undefined;
  }
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
