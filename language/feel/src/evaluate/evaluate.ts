/** Checks and evaluates a text in one step, with the types of the given values: for values whose types are only known at run time. */
import type { Diagnostic } from "@nonet/source";
import { check } from "../check/check.ts";
import { any, boolean, join, number, string } from "../types/relations.ts";
import { fold, type Scope } from "../types/scope.ts";
import type { Type } from "../types/type.ts";
import { type Dialect, nonet } from "../values/environment.ts";
import { DateTimeValue } from "../values/temporal.ts";
import { type ContextValue, type FunctionValue, kindOf, RangeValue, type Value } from "../values/value.ts";
import { compile } from "./compile.ts";

export interface EvaluateOptions {
  /** The current time, in milliseconds since 1970; 0 by default. */
  readonly now?: number;
  /** IANA time zone; "UTC" by default. */
  readonly zone?: string;
  readonly dialect?: Dialect;
  /** Reads a field of a host's record. */
  readonly field?: (record: Value, name: string) => Value;
}

/** The value, null if the text has a syntax error. Other errors are not reported. */
export function evaluate(
  text: string,
  context: Readonly<Record<string, Value>>,
  options: EvaluateOptions = {},
): { readonly value: Value; readonly diagnostics: readonly Diagnostic[] } {
  const { expression, diagnostics } = check(text, { file: 0, from: 0 }, scopeOf(context), { dynamic: true });
  if (diagnostics.length > 0) return { value: null, diagnostics };
  const run = compile(expression, { dialect: options.dialect ?? nonet });
  const value = run({
    variable: (name) => context[name] ?? null,
    global: () => null,
    field: options.field ?? (() => null),
    now: options.now ?? 0,
    zone: options.zone ?? "UTC",
  });
  return { value, diagnostics };
}

/** A scope in which each value is a variable with its own type. */
export function scopeOf(context: Readonly<Record<string, Value>>): Scope {
  const names = new Map(Object.keys(context).map((name) => [fold(name), name]));
  return {
    lookup: (folded) => {
      const name = names.get(folded);
      return name === undefined ? undefined : { kind: "variable", name, type: typeOf(context[name]!), nullable: true };
    },
    names: () => Object.keys(context),
    fieldsOf: () => undefined,
  };
}

/** The type of a value, as far as it can be derived from the value. */
export function typeOf(value: Value): Type {
  const kind = kindOf(value);
  switch (kind) {
    case "null":
    case "record":
      return any;
    case "not shown":
      return { kind: "open" };
    case "boolean":
      return boolean;
    case "string":
      return string;
    case "number":
      return number;
    case "months":
      return { kind: "years and months duration" };
    case "days":
      return { kind: "days and time duration" };
    case "date and time":
      return { kind, zoned: (value as DateTimeValue).zone !== null };
    case "list": {
      const of = (value as readonly Value[]).map(typeOf).reduce<Type>((a, b) => (a.kind === "null" ? b : join(a, b)), { kind: "null" });
      return { kind, of: of.kind === "null" ? any : of };
    }
    case "context":
      return { kind, entries: Object.fromEntries([...(value as ContextValue)].map(([name, each]) => [name, typeOf(each)])) };
    case "range":
      return { kind, of: typeOf((value as RangeValue).low ?? (value as RangeValue).high ?? null) };
    case "function":
      return { kind, parameters: (value as FunctionValue).parameters.map((name) => ({ name, type: any })), result: any };
    default:
      return { kind };
  }
}
