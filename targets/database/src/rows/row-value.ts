/**
 * A value of a record as a column of a statement, and the JSON that is written from what PostgreSQL sends of it. PostgreSQL
 * takes twice as long to build the JSON of a page itself.
 */
import type { Type } from "@nonet/feel";
import { toJson, isoText, numberText } from "../scope/conversions.ts";
import type { Scope } from "../scope/scope.ts";

/**
 * What the column's text is: a number, `t` or `f`, a text that needs no escapes, any text, a moment in UTC, or JSON.
 */
export type Form = "number" | "boolean" | "plain" | "text" | "moment" | "json";

export interface RowValue {
  readonly sql: string;
  readonly form: Form;
}

/** `{id, shownAs}`, or null where the id is null. */
export interface RowReference {
  readonly id: string;
  readonly shownAs: string;
}

/** SQL of any type, as the JSON that PostgreSQL makes of it. */
export const anyValue = (sql: string): RowValue => ({ sql: `to_json(${sql})`, form: "json" });
export const momentValue = (sql: string): RowValue => ({ sql: `(${sql})::timestamptz at time zone 'UTC'`, form: "moment" });
export const textValue = (sql: string): RowValue => ({ sql: `(${sql})::text`, form: "text" });

/** The same JSON as `toJson` has. */
export function rowValue(s: Scope, sql: string, type: Type): RowValue {
  switch (type.kind) {
    case "number":
      return type.integer && type.unit === undefined ? { sql: `trim_scale((${sql})::numeric)`, form: "number" } : { sql: numberText(sql, type), form: "plain" };
    case "boolean":
      return { sql: `(${sql})::boolean`, form: "boolean" };
    case "string":
    case "record":
      return textValue(sql);
    case "date":
      return { sql: `(${sql})::date`, form: "plain" };
    case "date and time":
      return type.zoned ? momentValue(sql) : { sql: isoText(sql, type), form: "plain" };
    case "time":
    case "years and months duration":
    case "days and time duration":
      return { sql: isoText(sql, type), form: "plain" };
    default:
      return anyValue(toJson(s, sql, type));
  }
}

const escaped = /["\\\p{Cc}]/u;
const quoted = (text: string): string => (escaped.test(text) ? JSON.stringify(text) : `"${text}"`);
/** Not a number, and infinity, are texts in JSON. */
const number = (text: string): string => (/\d$/.test(text) ? text : `"${text}"`);
const moment = (text: string): string => `"${momentText(text)}"`;
/** Of a column of `momentValue`. */
export const momentText = (text: string): string => `${text.replace(" ", "T")}Z`;

/** The JSON of a value that isn't null. */
export function jsonOf(form: Form, text: string): string {
  switch (form) {
    case "number":
      return number(text);
    case "boolean":
      return text === "t" ? "true" : "false";
    case "plain":
      return `"${text}"`;
    case "text":
      return quoted(text);
    case "moment":
      return moment(text);
    case "json":
      return text;
  }
}
