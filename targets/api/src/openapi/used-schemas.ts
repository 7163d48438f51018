/** Leaves out schemas to which nothing refers, directly or through another schema. */
import type { Schema } from "../schemas/field-schema.ts";

const prefix = "#/components/schemas/";

export function usedSchemas(paths: unknown, schemas: Readonly<Record<string, Schema>>): Readonly<Record<string, Schema>> {
  const used = new Set<string>();
  const waiting: unknown[] = [paths];
  while (waiting.length > 0)
    for (const name of referredIn(waiting.pop())) {
      if (used.has(name)) continue;
      used.add(name);
      waiting.push(schemas[name]);
    }
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
}

const referredIn = (value: unknown): string[] =>
  typeof value !== "object" || value === null
    ? []
    : Object.entries(value).flatMap(([key, one]) => (key === "$ref" && typeof one === "string" && one.startsWith(prefix) ? [one.slice(prefix.length)] : referredIn(one)));
