/** Converts values to and from JSON: numbers are decimal strings, dates 2026-03-01, times 08:30, and instants in UTC. */
import type { Type } from "../types/type.ts";
import { readDate, readDateTime, readDuration, readTime, writeTime } from "./temporal-text.ts";
import { DateTimeValue, TimeValue } from "./temporal.ts";
import { writeValue } from "./to-text.ts";
import { type ContextValue, Decimal, type HostRecord, kindOf, NOT_SHOWN, RangeValue, type Value } from "./value.ts";

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Undefined for a function, and for a value that is not shown. In a list it becomes null; in a context the entry is omitted. */
export function toJson(value: Value): Json | undefined {
  switch (kindOf(value)) {
    case "null":
      return null;
    case "boolean":
    case "string":
      return value as boolean | string;
    case "not shown":
    case "function":
      return undefined;
    case "list":
      return (value as readonly Value[]).map((each) => toJson(each) ?? null);
    case "record":
      return (value as HostRecord).id;
    case "time":
      return writeTime(value as TimeValue).replace(/^(\d\d:\d\d):00(?![.\d])/, "$1");
    case "date and time":
      return writeValue((value as DateTimeValue).inZone({ offset: 0 }));
    case "context":
      return Object.fromEntries(
        [...(value as ContextValue)].flatMap(([name, each]) => {
          const json = toJson(each);
          return json === undefined ? [] : [[name, json]];
        }),
      );
    case "range": {
      const range = value as RangeValue;
      return { start: toJson(range.low ?? null) ?? null, end: toJson(range.high ?? null) ?? null, "start included": range.lowClosed, "end included": range.highClosed };
    }
    default:
      return writeValue(value);
  }
}

/** The value of the expected type; undefined if the JSON doesn't represent one. */
export function fromJson(json: Json | undefined, type: Type): Value | undefined {
  if (json === null || json === undefined) return null;
  switch (type.kind) {
    case "any":
      return ofAny(json);
    case "null":
    case "function":
      return undefined;
    case "open":
      return NOT_SHOWN;
    case "boolean":
      return typeof json === "boolean" ? json : undefined;
    case "string":
      return typeof json === "string" ? json : undefined;
    case "number":
      return numberOf(json);
    case "list":
      return listOf(json, type.of);
    case "range":
      return rangeOf(json, type.of);
    case "context":
      return contextOf(json, type.entries);
    case "record":
      return typeof json === "string" ? { record: type.name, id: json } : undefined;
    default:
      return typeof json === "string" ? momentOf(json, type) : undefined;
  }
}

function numberOf(json: Json): Value | undefined {
  if (typeof json === "number") return Number.isFinite(json) ? new Decimal(json) : undefined;
  return typeof json === "string" && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(json) ? new Decimal(json).plus(0) : undefined;
}

function momentOf(text: string, type: Type): Value | undefined {
  switch (type.kind) {
    case "date":
      return readDate(text) ?? undefined;
    case "time":
      return readTime(/^\d\d:\d\d$/.test(text) ? `${text}:00` : text) ?? undefined;
    case "date and time": {
      const value = readDateTime(text.replace(/^(\S+)[ T](\d\d:\d\d)(?=$|[Z+-])/, "$1T$2:00").replace(" ", "T"));
      return value && (value.zone !== null) === type.zoned ? value : undefined;
    }
    default: {
      const value = readDuration(text);
      return value && kindOf(value) === (type.kind === "years and months duration" ? "months" : "days") ? value : undefined;
    }
  }
}

function listOf(json: Json, of: Type): Value | undefined {
  if (!Array.isArray(json)) return undefined;
  const items = json.map((each: Json) => fromJson(each, of));
  return items.includes(undefined) ? undefined : (items as Value[]);
}

function rangeOf(json: Json, of: Type): Value | undefined {
  if (typeof json !== "object" || Array.isArray(json) || json === null) return undefined;
  const range = json as { readonly [key: string]: Json };
  const end = (value: Json | undefined): Value | undefined => (value === null || value === undefined ? undefined : fromJson(value, of));
  return new RangeValue(end(range.start), end(range.end), range["start included"] !== false, range["end included"] !== false);
}

function contextOf(json: Json, entries: Readonly<Record<string, Type>>): Value | undefined {
  if (typeof json !== "object" || Array.isArray(json) || json === null) return undefined;
  const result = new Map<string, Value>();
  for (const [name, each] of Object.entries(json as { readonly [key: string]: Json })) {
    const value = Object.hasOwn(entries, name) ? fromJson(each, entries[name]!) : ofAny(each);
    if (value === undefined) return undefined;
    result.set(name, value);
  }
  return result;
}

function ofAny(json: Json): Value {
  if (typeof json === "number") return numberOf(json) ?? null;
  if (Array.isArray(json)) return json.map((each: Json) => ofAny(each));
  if (json !== null && typeof json === "object") return new Map(Object.entries(json as { readonly [key: string]: Json }).map(([name, each]) => [name, ofAny(each)]));
  return json as Value;
}
