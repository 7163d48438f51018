/** Relations between types: whether one fits another, whether two can be compared, and what two have in common. */
import type { Type, Typed, Working } from "./type.ts";
import { isPlain, type NumberType, commonUnit, type Unit, unitsAgree } from "./units.ts";

export const any: Type = { kind: "any" };
export const boolean: Type = { kind: "boolean" };
export const number: Type = { kind: "number" };
export const integer: Type = { kind: "number", integer: true };
export const string: Type = { kind: "string" };
export const date: Type = { kind: "date" };
export const time: Type = { kind: "time" };
export const instant: Type = { kind: "date and time", zoned: true };
export const local: Type = { kind: "date and time", zoned: false };
export const months: Type = { kind: "years and months duration" };
export const days: Type = { kind: "days and time duration" };
export const listOf = (of: Type): Type => ({ kind: "list", of });

/** Whether nothing is known about values of the type, so that they are never reported. */
export function isLoose(type: Type): boolean {
  return type.kind === "any" || type.kind === "open" || type.kind === "null";
}

/** Whether a value of one type can be used where the other is expected. Null doesn't matter here; see `nullable`. */
export function fits(type: Type, expected: Type): boolean {
  if (isLoose(type) || isLoose(expected)) return true;
  switch (expected.kind) {
    case "number":
      return type.kind === "number" && unitsAgree(type, expected) && (!expected.integer || type.integer !== false);
    case "string":
      return type.kind === "string" && !disjoint(type.choices, expected.choices);
    case "date and time":
      return type.kind === "date and time" && type.zoned === expected.zoned;
    case "time":
      return type.kind === "time" && type.zoned === expected.zoned;
    case "days and time duration":
      return type.kind === "days and time duration" && isWorking(type) === isWorking(expected);
    case "list":
    case "range":
      return type.kind === expected.kind && fits(type.of, expected.of);
    case "record":
      return type.kind === "record" && type.name === expected.name;
    case "context":
      return (
        type.kind === "record" || (type.kind === "context" && Object.entries(expected.entries).every(([name, entry]) => name in type.entries && fits(type.entries[name]!, entry)))
      );
    case "function":
      return type.kind === "function" && type.parameters.length === expected.parameters.length && fits(type.result, expected.result);
    default:
      return type.kind === expected.kind;
  }
}

/** Whether two types are of the same kind, so that `=` between them can hold. Units, choices and zones are checked separately. */
export function comparable(a: Type, b: Type): boolean {
  if (isLoose(a) || isLoose(b)) return true;
  if ((a.kind === "list" && b.kind === "list") || (a.kind === "range" && b.kind === "range")) return comparable(a.of, b.of);
  if (a.kind === "record" && b.kind === "record") return a.name === b.name;
  return a.kind === b.kind && isWorking(a) === isWorking(b);
}

/** Whether a duration counts the days or hours of a calendar. */
export const isWorking = (type: Type): type is Type & { kind: "days and time duration"; working: Working } => type.kind === "days and time duration" && type.working !== undefined;

function disjoint(a: readonly string[] | undefined, b: readonly string[] | undefined): boolean {
  return a !== undefined && b !== undefined && a.length > 0 && !a.some((choice) => b.includes(choice));
}

/** The type of a value that has one of two types; `any` if they have nothing in common. */
export function join(a: Type, b: Type): Type {
  if (a === b || b.kind === "null") return a;
  if (a.kind === "null") return b;
  if (a.kind === "number" && b.kind === "number") {
    return { kind: "number", ...joinUnits(a, b), ...(a.integer && b.integer ? { integer: true } : {}) };
  }
  if (a.kind === "string" && b.kind === "string")
    return a.choices && b.choices ? { kind: "string", choices: [...new Set([...a.choices, ...b.choices])] } : a.caseless && b.caseless ? a : string;
  if ((a.kind === "list" && b.kind === "list") || (a.kind === "range" && b.kind === "range")) return { kind: a.kind, of: join(a.of, b.of) };
  if (a.kind === "context" && b.kind === "context") return joinContexts(a, b);
  if (isWorking(a) && isWorking(b) && a.working !== b.working) return { kind: "days and time duration", working: "days or hours" };
  return a.kind === b.kind && fits(a, b) && fits(b, a) ? a : any;
}

/** Whether a value can have either type and still be used: both are of the same kind and in the same currency. */
export const valuesAgree = (a: Type, b: Type): boolean => isLoose(a) || isLoose(b) || (unitsAgree(a, b) && join(a, b).kind !== "any");

/** `if paid then 0 else amount` has the unit of `amount`. */
function joinUnits(a: NumberType, b: NumberType): Unit {
  const isCertain = a.unitIn === undefined && b.unitIn === undefined ? isPlain(a) === isPlain(b) : true;
  return isCertain ? commonUnit(a, b) : {};
}

/** An entry that only one of the contexts has can be null. */
function joinContexts(a: Type & { kind: "context" }, b: Type & { kind: "context" }): Type {
  const entries: Record<string, Type> = { ...a.entries };
  for (const [name, type] of Object.entries(b.entries)) entries[name] = Object.hasOwn(entries, name) ? join(entries[name]!, type) : type;
  const maybe = Object.keys(entries).filter((name) => a.maybe?.includes(name) || b.maybe?.includes(name) || !Object.hasOwn(a.entries, name) || !Object.hasOwn(b.entries, name));
  return { kind: "context", entries, ...(maybe.length > 0 ? { maybe } : {}) };
}

export function joinTyped(a: Typed, b: Typed): Typed {
  return { type: join(a.type, b.type), nullable: a.nullable || b.nullable };
}

/** The type of the elements that `for`, filters and aggregates iterate over. A value that isn't a list counts as a list of one element. */
export function elementOf(type: Type): Type {
  if (type.kind === "list" || type.kind === "range") return type.of;
  return type;
}

export function isTemporal(type: Type): boolean {
  return type.kind === "date" || type.kind === "time" || type.kind === "date and time";
}

export function isDuration(type: Type): boolean {
  return type.kind === "years and months duration" || type.kind === "days and time duration";
}

/** Whether values of the type have an order. */
export function isOrdered(type: Type): boolean {
  return isLoose(type) || type.kind === "number" || type.kind === "string" || isTemporal(type) || isDuration(type);
}
