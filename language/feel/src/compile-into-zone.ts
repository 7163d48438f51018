/** Runs the conversion of a local date and time to the instant at which the product's clock shows it. */
import type { Run } from "./compile.ts";
import { DateTimeValue } from "./moment.ts";
import { NOT_SHOWN, single } from "./value.ts";

export function compileIntoZone(of: Run): Run {
  return (run, slots) => {
    const value = of(run, slots);
    if (value === NOT_SHOWN) return value;
    const told = single(value);
    if (!(told instanceof DateTimeValue)) return null;
    return told.zone === null ? new DateTimeValue(told.date, told.nanos, { id: run.environment.zone }) : told;
  };
}
