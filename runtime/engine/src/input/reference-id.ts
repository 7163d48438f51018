/** A reference as its id: how a value stands in `asked`. */
export function idOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(idOf);
  return value !== null && typeof value === "object" && "id" in value ? value.id : (value ?? null);
}

export const isReference = (value: unknown): value is { id: string } => value !== null && typeof value === "object" && "id" in value;
