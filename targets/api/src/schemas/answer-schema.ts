/** The JSON schema of what an offered call answers, in the form in which the response contains it. */
import type { OfferedCall } from "@nonet/model";
import { decimal, orNull, type Schema } from "./field-schema.ts";

type Expression = NonNullable<OfferedCall["answers"]["body"]>;
type Type = Expression["type"];
type ContextType = Extract<Type, { readonly kind: "context" }>;

/** Follows the constructs whose keys leave the product under another name; for all others, the type says what there is. */
export function answerSchema(expression: Expression, inside = false): Schema {
  const schema = schemaOfValue(expression, inside);
  return expression.nullable ? orNull(schema) : schema;
}

function schemaOfValue(expression: Expression, inside: boolean): Schema {
  switch (expression.kind) {
    case "context": {
      const properties = Object.fromEntries(expression.entries.map(({ name, as = name, value }) => [as, answerSchema(value, true)]));
      return { type: "object", required: Object.keys(properties), properties };
    }
    case "list":
      return {
        type: "array",
        items: expression.items.length === 1 ? answerSchema(expression.items[0]!, inside) : anyOf(expression.items.map((item) => answerSchema(item, inside))),
      };
    case "for":
      return { type: "array", items: answerSchema(expression.result, inside) };
    case "if":
      return anyOf([expression.then, expression.otherwise].map((one) => answerSchema(one, inside)));
    default:
      return schemaOfType(expression.type, inside);
  }
}

function anyOf(schemas: readonly Schema[]): Schema {
  const different = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  return different.length === 0 ? {} : different.length === 1 ? different[0]! : { anyOf: different };
}

/** `inside`: within an object, where all numbers are JSON numbers. Elsewhere only whole numbers are. */
function schemaOfType(type: Type, inside: boolean): Schema {
  switch (type.kind) {
    case "null":
      return { type: "null" };
    case "boolean":
      return { type: "boolean" };
    case "number":
      return inside ? { type: "number" } : type.integer && type.unit === undefined ? { type: "integer" } : decimal;
    case "string":
      return type.choices ? { type: "string", enum: type.choices } : { type: "string" };
    case "date":
      return { type: "string", format: "date" };
    case "date and time":
      return type.zoned ? { type: "string", format: "date-time" } : { type: "string" };
    case "time":
    case "years and months duration":
    case "days and time duration":
      return { type: "string" };
    case "record":
      return { type: "string", format: "uuid", description: `The id of a ${type.name}.` };
    case "list":
      return { type: "array", items: orNull(schemaOfType(type.of, inside)) };
    case "context":
      return contextSchema(type);
    case "range":
    case "any":
    case "open":
    case "function":
      return {};
  }
}

/** Where contexts of several shapes are joined, the entries that some of them lack are among those that can be null. */
function contextSchema({ entries, maybe = [] }: ContextType): Schema {
  const names = Object.keys(entries);
  return {
    type: "object",
    required: names.filter((name) => !maybe.includes(name)),
    properties: Object.fromEntries(
      names.map((name) => {
        const schema = schemaOfType(entries[name]!, true);
        return [name, maybe.includes(name) ? orNull(schema) : schema];
      }),
    ),
  };
}
