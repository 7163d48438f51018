/** A client's calls about the records of one entity, typed by what the generated part says of it. */
import { CreatedUnread, type Transport, writing, type WriteOptions } from "./core.ts";
import { listQuery, type ListParameters, type Page, pagesOf } from "./lists.ts";

/** A record, or its id or the value of a unique text field. A record is changed only if it has the version that was read; an id stands for any version. */
export type RecordOrId = string | { readonly id: string; readonly version: number };

type Selected<R, K extends PropertyKey> = [K] extends [never] ? R : Pick<R, Extract<keyof R, K | "id" | "version">>;

/** What the generated part says of an entity. */
export interface EntityTypes {
  readonly record: { readonly id: string; readonly version: number };
  readonly create: object;
  readonly change: object;
  /** The keys that a list can select. */
  readonly field: string;
  readonly sort: string;
  readonly filter: object;
  /** The actions that can run on several records, with what each asks for. */
  readonly batch: Readonly<Record<string, object>>;
}

export interface ListOf<T extends EntityTypes> extends Omit<ListParameters, "filter" | "sort" | "fields" | "screen" | "list" | "of" | "behind"> {
  readonly filter?: T["filter"];
  readonly sort?: T["sort"] | readonly T["sort"][];
  readonly signal?: AbortSignal;
}

export interface HistoryEntry {
  readonly at: string;
  readonly by: { readonly id: string | null; readonly name: string | null } | null;
  readonly action: string;
  readonly changes: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[];
  readonly specification: string;
}

export interface AvailableAction {
  readonly name: string;
  readonly path: string;
  readonly allowed: boolean;
  readonly why: string | null;
  readonly to: string | null;
}

export type BatchResult<R> =
  | { readonly id: string; readonly ok: true; readonly record: R | null }
  | { readonly id: string; readonly ok: false; readonly problem: { readonly code: string; readonly detail: string } };

const idOf = (record: RecordOrId): string => encodeURIComponent(typeof record === "string" ? record : record.id);
const versionOf = (record: RecordOrId): string | number => (typeof record === "string" ? "*" : record.version);

export function recordsAt<T extends EntityTypes>(at: Transport, entity: string) {
  type R = T["record"];
  const path = `/api/${entity}`;
  const list = <K extends T["field"] = never>(query: ListOf<T> & { readonly fields?: readonly K[] } = {}): Promise<Page<Selected<R, K>>> => {
    const { signal, ...parameters } = query;
    return at.json(`${path}${listQuery(parameters as ListParameters)}`, signal ? { signal } : {});
  };
  return {
    list,
    /** All matching records, page by page. */
    async *all<K extends T["field"] = never>(query: ListOf<T> & { readonly fields?: readonly K[] } = {}): AsyncGenerator<Selected<R, K>, void> {
      for await (const { items } of pagesOf((after) => list<K>({ ...query, after }), query.after ?? null)) yield* items;
    },
    get: (record: RecordOrId, signal?: AbortSignal): Promise<R> => at.json(`${path}/${idOf(record)}`, signal ? { signal } : {}),
    /** The record as it was at an instant. */
    getAt: (record: RecordOrId, instant: string | Date): Promise<R> =>
      at.json(`${path}/${idOf(record)}?at=${encodeURIComponent(typeof instant === "string" ? instant : instant.toISOString())}`),
    create: (values: T["create"], options: WriteOptions = {}): Promise<R> => createdBy<R>(at, path, values, options),
    /** Null if the caller may not read the record. */
    update: (record: RecordOrId, changes: T["change"], options: WriteOptions = {}): Promise<R | null> => {
      const [address, sending] = writing(`${path}/${idOf(record)}`, options);
      return at.json(address, { ...sending, method: "PATCH", body: changes, ifMatch: versionOf(record) });
    },
    async delete(record: RecordOrId, { idempotencyKey, dryRun, signal }: Omit<WriteOptions, "confirm"> = {}): Promise<void> {
      const [address, sending] = writing(`${path}/${idOf(record)}`, {
        ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
        ...(dryRun ? { dryRun } : {}),
        ...(signal ? { signal } : {}),
      });
      await at.send(address, { ...sending, method: "DELETE", ifMatch: versionOf(record) });
    },
    /** What the caller can do with the record now, and why not the rest. */
    actions: async (record: RecordOrId): Promise<readonly AvailableAction[]> => (await at.json<{ items: readonly AvailableAction[] }>(`${path}/${idOf(record)}/actions`)).items,
    history: async (record: RecordOrId): Promise<readonly HistoryEntry[]> => (await at.json<{ items: readonly HistoryEntry[] }>(`${path}/${idOf(record)}/history`)).items,
    /** Runs an action on several records. Each succeeds or fails on its own. */
    async batch<A extends keyof T["batch"] & string>(
      action: A,
      records: readonly RecordOrId[],
      asked?: T["batch"][A],
      options: Omit<WriteOptions, "dryRun"> = {},
    ): Promise<readonly BatchResult<R>[]> {
      const [address, sending] = writing(`${path}:batch`, options);
      const ids = records.map((record) => (typeof record === "string" ? record : record.id));
      const body = { action, ids, ...(asked === undefined ? {} : { asked }) };
      return (await at.json<{ results: readonly BatchResult<R>[] }>(address, { ...sending, method: "POST", body })).results;
    },
    /** The list as CSV. */
    exportCsv: async (query: Omit<ListOf<T>, "limit" | "after" | "count"> = {}): Promise<string> => (await at.send(`${path}/export${listQuery(query as ListParameters)}`)).text(),
    /** All rows or none. `match`: the keys that identify a record that is there already, which the row then updates. */
    importCsv: (text: string, match: readonly string[] = [], options: WriteOptions = {}): Promise<{ readonly created: number; readonly updated: number }> => {
      const [address, sending] = writing(`${path}/import`, options);
      const matching = match.length === 0 ? address : `${address}${address.includes("?") ? "&" : "?"}match=${encodeURIComponent(match.join(","))}`;
      return at.json(matching, { ...sending, method: "POST", body: text, headers: { ...sending.headers, "content-type": "text/csv" } });
    },
  };
}

/** Runs an action. Null if it deletes the record, or if the caller may not read it. */
export function runAction<R>(at: Transport, path: string, record: RecordOrId, action: string, asked: object, options: WriteOptions = {}): Promise<R | null> {
  const [address, sending] = writing(`/api/${path}/${idOf(record)}/${action}`, options);
  // An id stands for any version.
  return at.json(address, { ...sending, method: "POST", body: asked, ...(typeof record === "string" ? {} : { ifMatch: record.version }) });
}

/** Creates a record by an action. */
export const createByAction = <R>(at: Transport, path: string, action: string, values: object, options: WriteOptions = {}): Promise<R> =>
  createdBy(at, `/api/${path}/${action}`, values, options);

async function createdBy<R>(at: Transport, path: string, values: object, options: WriteOptions): Promise<R> {
  const [address, sending] = writing(path, options);
  const created = await at.json<R | null>(address, { ...sending, method: "POST", body: values });
  if (created === null)
    throw new CreatedUnread(options.dryRun ? "The request would succeed, but you may not read the record." : "The record has been created, but you may not read it.");
  return created;
}
