/** The schemas of a product's entities, and those to which they refer, as TypeScript types. */
import type { Product } from "@nonet/model";
import { usedSchemas } from "../openapi/used-schemas.ts";
import { schemaName, type Schema } from "../schemas/field-schema.ts";
import { commentText, type NameOf, propertyTexts, typeText } from "./type-text.ts";

export function componentTypes(product: Product, schemas: Readonly<Record<string, Schema>>, nameOf: NameOf): string[] {
  const entities = product.entities.map(({ name }) => schemaName(name));
  const isOwn = (component: string): boolean => entities.some((entity) => component === entity || new RegExp(`^${entity}(?:Create|Change|\\w+Asked|\\w+Create)$`).test(component));
  const roots = Object.keys(schemas).filter(isOwn);
  const wanted = usedSchemas(
    roots.map((root) => ({ $ref: `#/components/schemas/${root}` })),
    schemas,
  );
  return Object.entries(wanted).map(([component, schema]) => typeDeclaration(nameOf(component), schema, nameOf));
}

export function typeDeclaration(name: string, schema: Schema, nameOf: NameOf): string {
  const { description, type, properties } = schema as { readonly description?: string; readonly type?: unknown; readonly properties?: object };
  const comment = description === undefined ? "" : `${commentText(description)}\n`;
  return type === "object" && properties && Object.keys(properties).length > 0
    ? `${comment}export interface ${name} {\n  ${propertyTexts(schema, nameOf).join("\n  ")}\n}`
    : `${comment}export type ${name} = ${typeText(schema, nameOf)};`;
}
