/** Says types in plain words, for messages. */
import type { Type } from "./type.ts";
import { isPlain, type NumberType, pathText } from "./units.ts";

/** With its article: `a number`, `a list of dates`, `a Loan`. */
export function describe(type: Type): string {
  switch (type.kind) {
    case "any":
      return "any value";
    case "null":
      return "nothing (null)";
    case "open":
      return "something not shown";
    case "boolean":
      return "yes or no";
    case "number":
      return isPlain(type) ? "a number" : `an amount in ${currency(type)}`;
    case "string":
      return "text";
    case "date":
      return "a date";
    case "time":
      return type.zoned ? "a time with a zone" : "a time";
    case "date and time":
      return type.zoned ? "an instant" : "a local date and time";
    case "years and months duration":
      return "a duration in months or years";
    case "days and time duration":
      return type.working === undefined ? "a duration in days or hours" : `a number of working ${type.working}`;
    case "list":
      return type.of.kind === "any" ? "a list" : `a list of ${plural(type.of)}`;
    case "range":
      return type.of.kind === "any" ? "a range" : `a range of ${plural(type.of)}`;
    case "context":
      return "a context";
    case "function":
      return "a function";
    case "record":
      return `${/^[aeio]/i.test(type.name) ? "an" : "a"} ${type.name}`;
  }
}

const currency = (type: NumberType): string => type.unit ?? `the currency given by \`${pathText(type.unitIn!)}\``;

/** Without article, for several: `numbers`, `texts`, `Loan records`. */
function plural(type: Type): string {
  switch (type.kind) {
    case "any":
      return "values";
    case "null":
      return "nulls";
    case "boolean":
      return "yes-or-no values";
    case "string":
      return "texts";
    case "record":
      return `${type.name} records`;
    case "list":
    case "range":
      return `${type.kind}s`;
    case "number":
      return isPlain(type) ? "numbers" : `amounts in ${currency(type)}`;
    case "date and time":
      return type.zoned ? "instants" : "local dates and times";
    case "years and months duration":
    case "days and time duration":
      return "durations";
    case "open":
      return "things not shown";
    default:
      return `${type.kind}s`;
  }
}

/** For the start of a sentence. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
