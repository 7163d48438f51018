/** Reads a value of a row by its key. */

/** A dotted key as it comes: under that very key, or nested. */
export function valueAt(row: Readonly<Record<string, unknown>>, key: string): unknown {
  if (key in row) return row[key];
  return key.split(".").reduce<unknown>((at, k) => (typeof at === "object" && at !== null ? (at as Record<string, unknown>)[k] : undefined), row);
}
