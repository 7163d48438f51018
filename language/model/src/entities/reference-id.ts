/** References: their values, and the role that they demand. A reference reads as `{id, …}` and is written as its id, a UUID. */

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isId = (value: unknown): value is string => typeof value === "string" && uuid.test(value);

export const isReference = (value: unknown): value is { readonly id: unknown } => value !== null && typeof value === "object" && "id" in value;

/** A reference becomes its id, also inside a list; every other value stays as it is. */
export function referenceId(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(referenceId);
  return isReference(value) ? value.id : value;
}

/** The id of one reference; null where the value is none. */
export const referencedId = (value: unknown): string | null => (isReference(value) && typeof value.id === "string" ? value.id : null);
