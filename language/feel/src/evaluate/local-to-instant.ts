/** Compiles the conversion of a local date and time to an instant in the time zone of the product. */
import { DateTimeValue } from "../values/temporal.ts";
import { NOT_SHOWN, single } from "../values/value.ts";
import type { Run } from "./run.ts";

export function compileLocalToInstant(of: Run): Run {
  return (run, slots) => {
    const value = of(run, slots);
    if (value === NOT_SHOWN) return value;
    const dateTime = single(value);
    if (!(dateTime instanceof DateTimeValue)) return null;
    return dateTime.zone === null ? new DateTimeValue(dateTime.date, dateTime.nanos, { id: run.environment.zone }) : dateTime;
  };
}
