/** Reads a value of a row by its key. */

/** Takes a dotted key as it is, or as a path into nested objects. */
export function valueAt(row: Readonly<Record<string, unknown>>, key: string): unknown {
  if (key in row) return row[key];
  return key.split(".").reduce<unknown>((at, k) => (typeof at === "object" && at !== null ? (at as Record<string, unknown>)[k] : undefined), row);
}

/** A part with its owner in the place from which `currencyKey` leads on (`order.currency`): what is sent of a part doesn't repeat its owner. */
export function withOwner(
  part: Readonly<Record<string, unknown>>,
  { currencyKey }: { readonly currencyKey?: string | null },
  owner: Readonly<Record<string, unknown>> | undefined,
): Readonly<Record<string, unknown>> {
  const [first, ...rest] = currencyKey?.split(".") ?? [];
  return first === undefined || rest.length === 0 || first in part || owner === undefined ? part : { ...part, [first]: owner };
}
