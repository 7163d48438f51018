/** Finds the built-in function of a name (DMN 1.5, section 10.3.4). */
import { conversionFunctions } from "./builtin-conversion.ts";
import { listFunctions } from "./builtin-list.ts";
import { aggregateFunctions } from "./builtin-aggregate.ts";
import { numberFunctions } from "./builtin-number.ts";
import { rangeFunctions } from "./builtin-range.ts";
import { contextFunctions } from "./builtin-context.ts";
import { stringFunctions } from "./builtin-string.ts";
import { temporalFunctions } from "./builtin-temporal.ts";
import type { Runtime } from "./environment.ts";
import type { Value } from "./value.ts";

/** A built-in: positional arguments, missing ones absent at the end or null. Null for what it can't work with. */
export type Builtin = (args: readonly Value[], run: Runtime) => Value;

const all: Readonly<Record<string, Builtin>> = {
  ...conversionFunctions,
  ...stringFunctions,
  ...listFunctions,
  ...aggregateFunctions,
  ...numberFunctions,
  ...temporalFunctions,
  ...rangeFunctions,
  ...contextFunctions,
};

export function callBuiltin(name: string): Builtin {
  return Object.hasOwn(all, name) ? all[name]! : () => null;
}
