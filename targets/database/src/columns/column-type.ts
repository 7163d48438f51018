/** The SQL type of a field's column, and of a value of a static type. */
import type { Type } from "@nonet/feel";
import { type Field, fieldType } from "@nonet/model";

export function columnType(field: Field): string {
  const type = field.type;
  switch (type.kind) {
    case "number":
    case "money":
    case "percent":
      return "numeric";
    case "integer":
      return "bigint";
    case "yes/no":
      return "boolean";
    case "date":
      return "date";
    case "time":
      return "time";
    case "date and time":
      return "timestamptz";
    case "duration":
      return "interval";
    case "file":
      return type.many ? "uuid[]" : "uuid";
    case "any of":
      return "text[]";
    case "texts":
      return sqlType(fieldType(null, field));
    case "reference":
      return "uuid";
    case "references":
      return "uuid[]";
    case "text":
    case "formatted":
    case "one of":
    case "sequence":
    case "random text":
    case "secret key":
    case "secret link":
      return "text";
    case "inverse":
      throw new Error(`${field.name} is not stored`);
    default:
      return absurd(type);
  }
}

/** The type of a list's elements in an array: nested lists, and elements that are always null, are JSON. */
export const keptAs = (element: Type): Type => (element.kind === "list" || element.kind === "null" ? { kind: "any" } : element);

/** The SQL type of a value of this static type. Lists of records are arrays of ids. */
export function sqlType(type: Type): string {
  switch (type.kind) {
    case "boolean":
      return "boolean";
    case "number":
      return "numeric";
    case "string":
      return "text";
    case "date":
      return "date";
    case "time":
      return "time";
    case "date and time":
      return type.zoned ? "timestamptz" : "timestamp";
    case "years and months duration":
    case "days and time duration":
      return "interval";
    case "record":
      return "uuid";
    case "list":
      return type.of.kind === "list" || type.of.kind === "any" || type.of.kind === "context" || type.of.kind === "null" ? "jsonb[]" : `${sqlType(type.of)}[]`;
    case "null":
      return "text";
    case "any":
    case "open":
    case "context":
    case "range":
    case "function":
      return "jsonb";
    default:
      return absurd(type);
  }
}

export function absurd(value: never): never {
  throw new Error(`not handled: ${JSON.stringify(value)}`);
}
