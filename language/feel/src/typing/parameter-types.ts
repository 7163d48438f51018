/** What the words for parameter and result types in builtin-signatures.ts mean. */
import type { Expression } from "../types/expression.ts";
import {
  any,
  boolean,
  date,
  days,
  elementOf,
  instant,
  integer,
  isDuration,
  isLoose,
  isOrdered,
  isTemporal,
  join,
  listOf,
  local,
  months,
  number,
  string,
  time,
} from "../types/relations.ts";
import type { Type } from "../types/type.ts";
import { unitOf } from "../types/units.ts";

const empty: Type = { kind: "context", entries: {} };

/** Whether a value of the type can be an argument for a parameter of the type `word`. A value and a list of one element are interchangeable. */
export function acceptsArgument(word: string, type: Type): boolean {
  if (isLoose(type)) return true;
  const element = elementOf(type);
  switch (word) {
    case "any":
    case "list":
      return true;
    case "ordered":
      return isOrdered(element) || element.kind === "list";
    case "numbers":
      return element.kind === "number" || isLoose(element);
    case "strings":
      return element.kind === "string" || isLoose(element);
    case "booleans":
      return element.kind === "boolean" || isLoose(element);
    case "moment":
      return type.kind === "string" || type.kind === "date" || type.kind === "date and time" || type.kind === "time";
    case "duration":
      return type.kind === "string" || isDuration(type);
    case "days":
      return type.kind === "days and time duration";
    case "quantity":
      return type.kind === "number" || isDuration(type);
    case "context":
      return type.kind === "context" || type.kind === "record";
    case "time":
      return type.kind === "time" || type.kind === "date and time";
    default:
      return type.kind === word;
  }
}

/** The word in plain English, with its article, for messages. */
export function describeArgument(word: string): string {
  const descriptions: Readonly<Record<string, string>> = {
    ordered: "values that have an order",
    numbers: "numbers",
    strings: "texts",
    booleans: "yes-or-no values",
    moment: "a date, a time or a text",
    duration: "a duration or a text",
    days: "a duration in days or hours",
    quantity: "a number or a duration",
    context: "a context or a record",
    string: "text",
    boolean: "yes or no",
    any: "any value",
  };
  return descriptions[word] ?? `a ${word}`;
}

/** The type of a call's result. */
export function resultType(word: string, args: readonly Expression[]): Type {
  const first = args[0]?.type ?? any;
  switch (word) {
    case "boolean":
      return boolean;
    case "number":
      return number;
    case "integer":
      return integer;
    case "string":
      return string;
    case "date":
      return date;
    case "time":
      return time;
    case "instant":
      return instant;
    case "local":
      return local;
    case "months":
      return months;
    case "days":
      return days;
    case "range":
      return { kind: "range", of: any };
    case "context":
    case "any":
    case "duration":
    case "moment":
      return any;
    case "list of strings":
      return listOf(string);
    case "list of numbers":
      return listOf(number);
    case "list of contexts":
      return listOf({ kind: "context", entries: { key: string, value: any } });
    case "$first":
      return withUnitOnly(first);
    case "$whole":
      return first.kind === "number" && args.length === 1 ? ({ ...withUnitOnly(first), integer: true } as Type) : withUnitOnly(first);
    case "$element":
      return elementResult(elementOf(first));
    case "$sum":
      return elementOf(first).kind === "number" ? elementOf(first) : number;
    case "$list":
      return listOf(elementOf(first));
    case "$with":
      return listOf(args.slice(1).reduce((type, each) => (isIndexLike(each, args) ? type : join(type, each.type)), elementOf(first)));
    case "$concatenated":
      return listOf(args.map((each) => elementOf(each.type)).reduce(join, { kind: "null" }));
    case "$flattened":
      return listOf(deepest(first));
    case "$joined":
      return args[1]?.type.kind === "time" && args[1].type.zoned ? instant : local;
    case "$put":
      return first.kind === "context" ? contextPutType(first, args) : empty;
    case "$merged": {
      const merged = elementOf(first);
      return merged.kind === "context" ? merged : any;
    }
    default:
      return any;
  }
}

/** Whether the argument is the position in `insert before(list, position, item)`, or the match in `list replace`. */
function isIndexLike(argument: Expression, args: readonly Expression[]): boolean {
  return args.length === 3 && argument === args[1] && (argument.type.kind === "number" || argument.type.kind === "function");
}

function contextPutType(context: Type & { kind: "context" }, args: readonly Expression[]): Type {
  const key = args[1];
  if (key?.kind !== "literal" || typeof key.value !== "string") return any;
  return { kind: "context", entries: { ...context.entries, [key.value]: args[2]?.type ?? any } };
}

function withUnitOnly(type: Type): Type {
  if (type.kind !== "number") return isTemporal(type) ? any : type;
  return { kind: "number", ...unitOf(type) };
}

function elementResult(type: Type): Type {
  return type.kind === "number" ? withUnitOnly(type) : type;
}

function deepest(type: Type): Type {
  return type.kind === "list" ? deepest(type.of) : type;
}
