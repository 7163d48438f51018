/** Finds the built-in functions by name (DMN 1.5, section 10.3.4). */
import { aggregateFunctions } from "./aggregate.ts";
import type { Builtin } from "./builtin.ts";
import { contextFunctions } from "./context.ts";
import { conversionFunctions } from "./conversion.ts";
import { listFunctions } from "./list.ts";
import { numberFunctions } from "./number.ts";
import { rangeFunctions } from "./range.ts";
import { stringFunctions } from "./string.ts";
import { temporalFunctions } from "./temporal.ts";

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

/** The function with this name; one that returns null if there is none. */
export function callBuiltin(name: string): Builtin {
  return Object.hasOwn(all, name) ? all[name]! : () => null;
}
