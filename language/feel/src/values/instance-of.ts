/** Whether a value has a type, for `instance of` (DMN 1.5, section 10.3.2.9). */
import type { Type } from "../types/type.ts";
import { type ContextValue, type FunctionValue, kindOf, type RangeValue, type Value } from "./value.ts";

/** Null only has the type null. */
export function instanceOf(value: Value, type: Type): boolean {
  const kind = kindOf(value);
  switch (type.kind) {
    case "any":
      return value !== null;
    case "null":
      return value === null;
    case "open":
      return false;
    case "years and months duration":
      return kind === "months";
    case "days and time duration":
      return kind === "days";
    case "list":
      return kind === "list" && (value as readonly Value[]).every((each) => fitsInside(each, type.of));
    case "range": {
      const range = value as RangeValue;
      const ends: readonly (Value | undefined)[] = [range.low, range.high];
      return kind === "range" && ends.every((end) => end === undefined || fitsInside(end, type.of));
    }
    case "context":
      return (
        kind === "context" && Object.entries(type.entries).every(([name, entry]) => (value as ContextValue).has(name) && fitsInside((value as ContextValue).get(name)!, entry))
      );
    case "function":
      return kind === "function" && (type.parameters.length === 0 || (value as FunctionValue).parameters.length === type.parameters.length);
    default:
      return kind === type.kind;
  }
}

function fitsInside(value: Value, type: Type): boolean {
  return value === null || type.kind === "any" || instanceOf(value, type);
}
