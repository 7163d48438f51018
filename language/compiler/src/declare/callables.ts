/**
 * Declares what point 9 provides by name: functions, decision tables, values at a date, and calendars.
 *
 * Their types are found in rounds, because they read each other. At first every result has the type `any`.
 */
import { durationInCalendar, fold, plusWorking, type Symbol, type Type } from "@nonet/feel";
import { calendarType } from "@nonet/model";
import type { Tree } from "@nonet/notation";
import type { Span } from "@nonet/source";
import { calendarsIn, type RawCalendar } from "../syntax/constants/calendars.ts";
import { type RawTable, tablesIn } from "../syntax/constants/decision-tables.ts";
import { functionsIn, type RawFunction } from "../syntax/constants/functions.ts";
import type { Declared } from "./declared.ts";

export type Callable = { readonly name: string; readonly span: Span } & (
  | { readonly kind: "function"; readonly raw: RawFunction }
  | { readonly kind: "table"; readonly raw: RawTable }
);

export interface Business {
  /** By folded name; if two have the same name, the first. */
  readonly callables: ReadonlyMap<string, Callable>;
  readonly calendars: readonly RawCalendar[];
  /** The type of each callable, by folded name; `any` until it is known. */
  readonly types: Map<string, Type & { readonly kind: "function" }>;
  /** The type of each computed constant, by folded name. */
  readonly computed: Map<string, Type>;
}

export const builtInCalls = ["working days", "working time", "next working day", plusWorking, durationInCalendar] as const;
const days: Type = { kind: "days and time duration" };
const any: Type = { kind: "any" };

export function declareBusiness(tree: Tree): Business {
  const callables = new Map<string, Callable>();
  const add = (one: Callable): void => void (one.name !== "" && !callables.has(fold(one.name)) && callables.set(fold(one.name), one));
  for (const raw of functionsIn(tree)) add({ kind: "function", name: raw.name.text, span: raw.name.span, raw });
  for (const raw of tablesIn(tree)) add({ kind: "table", name: raw.name.text, span: raw.name.span, raw });
  const types: Business["types"] = new Map();
  for (const [key, one] of callables) {
    const names = one.kind === "function" ? one.raw.parameters.map((p) => p.name.text) : one.raw.inputs.map((c) => c.name.text);
    types.set(key, { kind: "function", parameters: names.map((name) => ({ name, type: any })), result: any });
  }
  return { callables, calendars: calendarsIn(tree), types, computed: new Map() };
}

/** The names that point 9 adds to every scope, except the constants. */
export function businessSymbols(business: Business, constants: Declared["constants"]): { readonly name: string; readonly symbol: Symbol }[] {
  const found: { name: string; symbol: Symbol }[] = [];
  const global = (name: string, type: Type): void => void found.push({ name, symbol: { kind: "global", name, type, nullable: false } });
  for (const [key, one] of business.callables) global(one.name, business.types.get(key)!);
  for (const constant of constants.values()) {
    const name = `${constant.name} at`;
    if (constant.open) found.push({ name, symbol: { kind: "open", name: constant.name } });
    else global(name, { kind: "function", parameters: [{ name: "date", type: any }], result: constant.type });
  }
  for (const [key, one] of business.callables) {
    const type = business.types.get(key)!;
    global(`${one.name} at`, { ...type, parameters: [...type.parameters, { name: "date", type: any }] });
  }
  for (const { name } of business.calendars) if (name) global(name.text, calendarType);
  const moments = [
    { name: "from", type: any },
    { name: "to", type: any },
    { name: "calendar", type: any, optional: true },
  ];
  global("working days", { kind: "function", parameters: moments, result: { kind: "number", integer: true } });
  global("working time", { kind: "function", parameters: moments, result: days });
  global("next working day", {
    kind: "function",
    parameters: [
      { name: "date", type: any },
      { name: "calendar", type: any, optional: true },
    ],
    result: { kind: "date" },
  });
  return found;
}
