/** The lists of a product's API: their parameters and their pages. */

/** Bounds of a number, date or time, inclusive. */
export interface Bounds {
  readonly from?: string | number;
  readonly to?: string | number;
}

export interface ListParameters {
  /** Only records with this value of a field, named by its key or by a dotted path of keys; null for none. */
  readonly filter?: Readonly<Record<string, unknown>>;
  /** A FEEL condition. */
  readonly where?: string;
  readonly search?: string;
  /** Keys; a minus sign in front means descending. */
  readonly sort?: string | readonly string[];
  readonly limit?: number;
  /** The `next` of the page before. */
  readonly after?: string | null;
  /** Whether to count all matching records, or at most 10,000 of them. */
  readonly count?: boolean | "bounded";
  readonly fields?: readonly string[];
  /** Parameters of screens, and of lists in records. */
  readonly screen?: string | null;
  readonly list?: string | null;
  readonly of?: string;
  readonly withRole?: string;
  /** A field of a new record: choices that a rule refuses there have the reason in `_refused`. */
  readonly choiceFor?: string;
  readonly offset?: number;
  /** A key; for dates with a period after it. */
  readonly group?: string;
  /** The records behind a number or a chart of a dashboard, or behind a cell of a report, whose `label` is a JSON array. */
  readonly behind?: { readonly dashboard: string; readonly element?: string; readonly label?: string };
}

/** The query of a list's address, with its question mark; "" if there is none. `more`: parameters of one request. */
export function listQuery(
  { filter = {}, sort = [], limit, after, offset, count, fields = [], behind, ...texts }: ListParameters,
  more: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams(more);
  for (const name of ["screen", "list", "of", "withRole", "choiceFor", "where", "search", "group"] as const) if (texts[name]) query.set(name, texts[name]);
  const keys = typeof sort === "string" ? [sort] : sort;
  if (keys.length > 0) query.set("sort", keys.join(","));
  if (limit) query.set("limit", String(limit));
  if (after) query.set("after", after);
  if (offset) query.set("offset", String(offset));
  for (const [name, value] of Object.entries(behind ?? {})) query.set(name, value);
  if (count) query.set("count", count === "bounded" ? count : "exact");
  if (fields.length > 0) query.set("fields", fields.join(","));
  for (const [key, value] of Object.entries(filter)) addFilter(query, key, value);
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

function addFilter(query: URLSearchParams, key: string, value: unknown): void {
  if (value === undefined) return;
  if (value === null || typeof value !== "object") return query.set(key, String(value ?? ""));
  const { from, to } = value as Bounds;
  if (from !== undefined) query.set(`${key}.from`, String(from));
  if (to !== undefined) query.set(`${key}.to`, String(to));
}

export interface Page<R> {
  readonly items: readonly R[];
  /** To be sent as `after`; null on the last page. */
  readonly next: string | null;
  /** Only with `count`. */
  readonly count: number | null;
  /** There are more records than the bounded count. */
  readonly atLeast?: boolean;
  /** Nothing contains the words of the search; these records are similar. */
  readonly similar?: boolean;
}

/** One page after the other; `read` gets the `next` of the page before, null for the first. */
export async function* pagesOf<P extends { readonly next: string | null }>(read: (after: string | null) => Promise<P>, first: string | null = null): AsyncGenerator<P, void> {
  let after = first;
  do {
    const page = await read(after);
    yield page;
    after = page.next;
  } while (after !== null);
}
