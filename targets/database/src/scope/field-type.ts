import type { Type } from "@nonet/feel";
import type { Field } from "@nonet/model";

export function staticType(field: Field): Type {
  const type = field.type;
  switch (type.kind) {
    case "number":
      return { kind: "number" };
    case "percent":
      return { kind: "number", unit: "%" };
    case "integer":
      return { kind: "number", integer: true };
    case "money":
      return type.currency === null ? { kind: "number" } : { kind: "number", unit: type.currency };
    case "yes/no":
      return { kind: "boolean" };
    case "date":
    case "time":
      return { kind: type.kind };
    case "date and time":
      return { kind: "date and time", zoned: true };
    case "duration":
      return { kind: "days and time duration" };
    case "file":
      return type.many ? { kind: "list", of: { kind: "string" } } : { kind: "string" };
    case "any of":
    case "texts":
      return { kind: "list", of: { kind: "string" } };
    case "reference":
      return { kind: "record", name: type.entity };
    case "references":
    case "inverse":
      return { kind: "list", of: { kind: "record", name: type.entity } };
    default:
      return { kind: "string" };
  }
}
