/** Which control shows and edits a field's type. */
import type { FieldType } from "@nonet/model";
import type { FieldData } from "./screen-data.ts";

export type Control = FieldData["control"];

export function controlOf(type: FieldType): Control {
  switch (type.kind) {
    case "text":
      return type.form === "plain" ? "text" : "long text";
    case "formatted":
      return formatted(type.format);
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
      return "text";
    case "sequence":
    case "random text":
    case "secret key":
    case "secret link":
      return "readonly";
    default: {
      const never: never = type;
      return never;
    }
  }
}

function formatted(format: Extract<FieldType, { kind: "formatted" }>["format"]): Control {
  switch (format) {
    case "email":
    case "phone":
    case "web address":
    case "colour":
      return format;
    default:
      return "text";
  }
}

/** Types whose values lists can be sorted by. */
export const isSortable = (control: Control): boolean =>
  !["list", "parts", "references", "choices", "texts", "file", "files", "image", "images"].includes(control);

export const choicesOf = (type: FieldType): readonly string[] => (type.kind === "one of" || type.kind === "any of" ? type.choices : []);
export const currencyOf = (type: FieldType, fallback: string | null): string | null => (type.kind === "money" ? (type.currency ?? fallback) : null);
export const entityIn = (type: FieldType): string | null =>
  type.kind === "reference" || type.kind === "references" || type.kind === "inverse" ? type.entity : null;
