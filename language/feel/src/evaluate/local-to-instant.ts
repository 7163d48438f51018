/** Runs the conversion of a local date and time to the instant at which the product's clock shows it. */
import { DateTimeValue } from "../values/temporal.ts";
import { NOT_SHOWN, single } from "../values/value.ts";
import type { Run } from "./run.ts";

export function compileIntoZone(of: Run): Run {
  return (run, slots) => {
    const value = of(run, slots);
    if (value === NOT_SHOWN) return value;
    const told = single(value);
    if (!(told instanceof DateTimeValue)) return null;
    return told.zone === null ? new DateTimeValue(told.date, told.nanos, { id: run.environment.zone }) : told;
  };
}
