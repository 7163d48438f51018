/** Reads a value of a row by its key. */

/** Takes a dotted key as it is, or as a path into nested objects. */
export function valueAt(row: Readonly<Record<string, unknown>>, key: string): unknown {
  if (key in row) return row[key];
  return key.split(".").reduce<unknown>((at, k) => (typeof at === "object" && at !== null ? (at as Record<string, unknown>)[k] : undefined), row);
}
