/** The items of a list response, bare or as `{items}`. */
export const itemsIn = <T>(data: unknown): readonly T[] => (Array.isArray(data) ? data : ((data as { items?: readonly T[] } | null)?.items ?? []));
