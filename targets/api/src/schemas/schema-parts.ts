/** Short forms of JSON schemas. */
import type { Schema } from "./field-schema.ts";

export const text: Schema = { type: "string" };
export const textOrNull: Schema = { type: ["string", "null"] };
export const object = (properties: Readonly<Record<string, Schema>>, required: readonly string[] = Object.keys(properties)): Schema => ({ type: "object", required, properties });
/** The body of a request: a key that it doesn't name is refused. */
export const input = (properties: Readonly<Record<string, Schema>>, required?: readonly string[]): Schema => ({ ...object(properties, required), additionalProperties: false });
export const list = (items: Schema): Schema => ({ type: "array", items });
export const items = (of: Schema): Schema => object({ items: list(of) });
export const person = { id: text, name: text, email: text, roles: list(text), owner: { type: "boolean" } } as const satisfies Record<string, Schema>;
