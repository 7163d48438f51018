/** Writes a JSON schema as a TypeScript type. */
import type { Schema } from "../schemas/field-schema.ts";

/** The name of the type that stands for a component of the description. */
export type NameOf = (component: string) => string;

interface Parts {
  readonly [key: string]: unknown;
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly title?: string;
  readonly description?: string;
}

export function typeText(schema: Schema, nameOf: NameOf): string {
  const { $ref, enum: choices, anyOf, type } = schema as Parts;
  if ($ref !== undefined) return nameOf($ref.split("/").at(-1)!);
  if (choices) return [...new Set(choices.map((one) => JSON.stringify(one)))].join(" | ");
  if (anyOf) return unionOf(anyOf.map((one) => typeText(one, nameOf)));
  if (type === undefined) return "unknown";
  return unionOf((typeof type === "string" ? [type] : type).map((one) => plainType(one, schema as Parts, nameOf)));
}

function plainType(type: string, schema: Parts, nameOf: NameOf): string {
  switch (type) {
    case "integer":
      return "number";
    case "array":
      return `readonly ${inParentheses(typeText(schema.items ?? {}, nameOf))}[]`;
    case "object":
      return objectType(schema, nameOf);
    default:
      return type;
  }
}

function objectType(schema: Parts, nameOf: NameOf): string {
  const { properties, additionalProperties } = schema;
  if (properties && Object.keys(properties).length > 0) return `{ ${propertyTexts(schema, nameOf).join(" ")} }`;
  if (properties && additionalProperties === false) return "{}";
  return `Readonly<Record<string, ${typeof additionalProperties === "object" ? typeText(additionalProperties, nameOf) : "unknown"}>>`;
}

/** `readonly number?: string | null;` for each property, with the field's name where the key doesn't say it. */
export function propertyTexts(schema: Schema, nameOf: NameOf): string[] {
  const { properties = {}, required = [] } = schema as Parts;
  return Object.entries(properties).map(([key, property]) => {
    const { description } = property as Parts;
    const comment = description === undefined ? "" : `${commentText(description)} `;
    return `${comment}readonly ${propertyName(key)}${required.includes(key) ? "" : "?"}: ${typeText(property, nameOf)};`;
  });
}

export const propertyName = (key: string): string => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key));

/** In one line; it can't end the comment. */
export const commentText = (text: string): string => `/** ${text.replace(/\s+/g, " ").replaceAll("*/", "* /").trim()} */`;

export const unionOf = (types: readonly string[]): string => [...new Set(types)].join(" | ");

const inParentheses = (type: string): string => (/^\w+$/.test(type) ? type : `(${type})`);
