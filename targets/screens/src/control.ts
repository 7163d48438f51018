/** The control that displays and edits each field type. */
import { camel, type Field, type FieldType, referencedRole } from "@nonet/model";
import type { FieldData } from "./screen-data.ts";

export type Control = FieldData["control"];

export function controlOf(type: FieldType): Control {
  switch (type.kind) {
    case "text":
      return type.form === "plain" ? "text" : type.form === "rich" ? "rich text" : "long text";
    case "formatted":
      return type.format;
    case "file":
      if (type.image) return type.many ? "images" : "image";
      return type.many ? "files" : "file";
    case "one of":
      return "choice";
    case "any of":
      return "choices";
    case "inverse":
      return "list";
    case "number":
    case "integer":
    case "money":
    case "percent":
    case "yes/no":
    case "date":
    case "time":
    case "date and time":
    case "reference":
    case "references":
    case "texts":
      return type.kind;
    case "duration":
    case "secret key":
    case "secret link":
      return type.kind;
    case "sequence":
    case "random text":
      return "readonly";
    default: {
      const never: never = type;
      return never;
    }
  }
}

/** Whether a list can be sorted by values of this control. */
export const isSortable = (control: Control): boolean =>
  !["list", "parts", "references", "choices", "texts", "file", "files", "image", "images", "rich text", "secret", "secret key", "secret link"].includes(control);

export const choicesOf = (type: FieldType): readonly string[] => (type.kind === "one of" || type.kind === "any of" ? type.choices : []);
export const currencyOf = (type: FieldType, fallback: string | null): string | null =>
  type.kind === "money" && type.currencyField === undefined ? (type.currency ?? fallback) : null;
export const entityIn = (type: FieldType): string | null => (type.kind === "reference" || type.kind === "references" || type.kind === "inverse" ? type.entity : null);

/** The JSON key of the field that holds the money's currency, in the same record; a dotted key if it is in a record to which that refers. */
export function currencyKeyOf(type: FieldType, fields: readonly Field[]): string | null {
  if (type.kind !== "money" || type.currencyField === undefined) return null;
  return type.currencyField.includes(".") ? type.currencyField.split(".").map(camel).join(".") : (fields.find((f) => f.name === type.currencyField)?.key ?? null);
}
/** The role that the chosen person must have. */
export const roleIn = (type: FieldType): string | null => referencedRole(type) ?? null;
