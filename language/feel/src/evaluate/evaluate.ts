/** Checks and runs a text at once, with the types of the values given: for values whose types are only known when run. */
import type { Diagnostic } from "@nonet/source";
import { check } from "../parse/check.ts";
import { any, boolean, join, number, string } from "../types/relations.ts";
import { fold, type Scope } from "../types/scope.ts";
import type { Type } from "../types/type.ts";
import { type Dialect, nonet } from "../values/environment.ts";
import { DateTimeValue } from "../values/temporal.ts";
import { type ContextValue, type FunctionValue, kindOf, RangeValue, type Value } from "../values/value.ts";
import { compile } from "./compile.ts";

export interface EvaluateOptions {
  /** Milliseconds since 1970; 0 where it doesn't matter. */
  readonly now?: number;
  readonly zone?: string;
  readonly dialect?: Dialect;
  /** How to read fields of the host's records. */
  readonly field?: (record: Value, name: string) => Value;
}

/** The value, null where the text can't be read; the diagnostics hold syntax errors only. */
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

/** A scope in which each value is a variable of its own type. */
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

/** The type of a value, as far as the value shows it. */
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
