/** What the front end asks the server, as cached queries. Keys begin with the kind, then the entity's path. */
import { keepPreviousData, QueryClient, useQuery } from "@tanstack/react-query";
import type { SaidAt } from "@nonet/model";
import type { ProductData } from "@nonet/screens";
import type { DocumentData, SentenceData } from "@nonet/api";
import { onSessionEnd } from "./connection.ts";
import { asProblem, request } from "./request.ts";

export interface Me {
  readonly signedIn: boolean;
  readonly id?: string;
  readonly name?: string;
  readonly email?: string;
  readonly roles?: readonly string[];
  readonly owner?: boolean;
  /** The session ended while the page stood open: who it was stays, until they sign in again. */
  readonly ended?: boolean;
}
export type Row = Readonly<Record<string, unknown>> & { readonly id: string; readonly version?: number };
export interface Page {
  readonly items: readonly Row[];
  readonly next: string | null;
  readonly count: number | null;
}
export interface AvailableAction extends SaidAt {
  readonly name: string;
  readonly path: string;
  readonly allowed: boolean;
  readonly why: string | null;
  readonly to: string | null;
  /** What the document says at that line, where it isn't possible now. */
  readonly sentence?: string;
  readonly decision?: DecisionView;
}
/** An automatic transition that a rule holds up. */
export interface BlockedTransition {
  readonly transition: string;
  readonly since: string;
  readonly why: readonly ({ readonly code: string; readonly rule: string | null; readonly sentence?: string } & SaidAt)[];
}
interface Standing {
  readonly items: readonly AvailableAction[];
  readonly stuck?: readonly BlockedTransition[];
}
export interface Named {
  readonly id: string | null;
  readonly name: string | null;
}
/** How a decision by several people stands. */
export interface DecisionView extends SaidAt {
  readonly steps: readonly {
    readonly who: string;
    readonly need: string;
    readonly count: number;
    readonly stands: "passed over" | "through" | "now" | "waiting" | "later";
    readonly people: readonly (Named & { readonly said: "yes" | "no" | null; readonly at: string | null; readonly deputy: Named | null })[];
  }[];
  /** The step whose turn it is; null: all are through. */
  readonly now: number | null;
  readonly refused: boolean;
  readonly begun: boolean;
  readonly turn: boolean;
  readonly why: string | null;
}
export interface HistoryEntry {
  readonly at: string;
  readonly by: { readonly id: string; readonly name: string } | null;
  readonly bySomebody?: boolean;
  readonly inPlaceOf?: Named | null;
  readonly action: string;
  readonly changes: readonly { readonly field: string; readonly before: unknown; readonly after: unknown; readonly secret?: true }[];
  readonly specification: string;
}
export type ScreenValues =
  | { readonly kind: "dashboard"; readonly elements: readonly ElementValues[] }
  | { readonly kind: "report"; readonly rows: readonly ReportRow[] }
  | { readonly kind: "record"; readonly title: string | null; readonly hidden: readonly string[] };
export type ElementValues =
  | { readonly kind: "number"; readonly value: string | null; readonly notShown?: string }
  | { readonly kind: "chart"; readonly points: readonly { readonly label: string; readonly value: string | null }[] }
  | { readonly kind: "list"; readonly items: readonly Row[] }
  | { readonly kind: "text" };
export interface ReportRow {
  readonly row: readonly string[];
  readonly column: readonly string[];
  readonly values: readonly (string | null)[];
}

export const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: 10_000, refetchOnWindowFocus: true, retry: (times, error) => times < 2 && asProblem(error).status === 0 } },
});

const known = (): Me | undefined => queryClient.getQueryData<Me>(["me"]);

onSessionEnd(() => {
  if (known()?.signedIn && !known()?.ended) void queryClient.invalidateQueries({ queryKey: ["me"] });
});

async function fetchMe(): Promise<Me> {
  const before = known();
  const now = await request<Me>("/api/me").catch((e) => (asProblem(e).status === 401 ? { signedIn: false } : Promise.reject(e)));
  return before?.signedIn && !now.signedIn ? { ...before, ended: true } : now;
}

/** Who has been signed in keeps their screens when the session ends: as nobody they would lose what they typed. */
async function fetchProduct(): Promise<ProductData> {
  const before = queryClient.getQueryData<ProductData>(["product"]);
  if (before && known()?.signedIn) {
    const me = await queryClient.fetchQuery({ queryKey: ["me"], queryFn: fetchMe, staleTime: 1000 });
    if (me.ended) return before;
  }
  return request<ProductData>("/api/product");
}

export const useMe = () => useQuery({ queryKey: ["me"], queryFn: fetchMe });
export const useProductQuery = () => useQuery({ queryKey: ["product"], queryFn: fetchProduct });
/** Signed in again on the same page: everything is read anew, and nothing is thrown away. Another person begins afresh. */
export async function refreshAfterSignIn(): Promise<void> {
  const before = known();
  const now = await request<Me>("/api/me");
  if (now.id !== before?.id) return refreshEverything();
  queryClient.setQueryData<Me>(["me"], now);
  await queryClient.invalidateQueries();
}

/** What stands in the way of showing what was asked for: an error after which what was read before no longer holds. */
export const blockingError = (query: { readonly error: Error | null; readonly data: unknown }): Error | null =>
  query.error && (query.data === undefined || [403, 404, 410].includes(asProblem(query.error).status)) ? query.error : null;
/** The running version's elements as sentences, asked for when somebody first asks why. */
export const useSentences = (enabled: boolean) =>
  useQuery({ queryKey: ["sentences"], queryFn: async () => itemsIn<SentenceData>(await request<unknown>("/api/-/sentences")), staleTime: Infinity, enabled });
export const useDocument = () => useQuery({ queryKey: ["document"], queryFn: () => request<DocumentData>("/api/document") });

export interface ListQuery {
  readonly path: string;
  readonly screen?: string | null;
  /** A related list's title, and the record whose list it is. */
  readonly list?: string | null;
  readonly of?: string;
  readonly where?: string;
  /** Of people: only holders of this role. */
  readonly withRole?: string;
  readonly equals?: Readonly<Record<string, string>>;
  readonly search?: string;
  readonly sort?: readonly string[];
  readonly limit?: number;
  readonly after?: string | null;
  readonly count?: boolean;
  readonly fields?: readonly string[];
}

export function listAddress(query: ListQuery, suffix = ""): string {
  const p = new URLSearchParams();
  if (query.screen) p.set("screen", query.screen);
  if (query.list) p.set("list", query.list);
  if (query.of) p.set("of", query.of);
  if (query.where) p.set("where", query.where);
  if (query.withRole) p.set("withRole", query.withRole);
  if (query.search) p.set("search", query.search);
  if (query.sort?.length) p.set("sort", query.sort.join(","));
  if (query.limit) p.set("limit", String(query.limit));
  if (query.after) p.set("after", query.after);
  if (query.count) p.set("count", "exact");
  if (query.fields?.length) p.set("fields", query.fields.join(","));
  for (const [key, value] of Object.entries(query.equals ?? {})) p.set(key, value);
  const text = p.toString();
  return `/api/${query.path}${suffix}${text ? `?${text}` : ""}`;
}

export const useList = (query: ListQuery, enabled = true) =>
  useQuery({ queryKey: ["list", query.path, query], queryFn: ({ signal }) => request<Page>(listAddress(query), { signal }), placeholderData: keepPreviousData, enabled });
export const useRecord = (path: string, id: string, enabled = true) =>
  useQuery({ queryKey: ["record", path, id], queryFn: () => request<Row>(`/api/${path}/${encodeURIComponent(id)}`), enabled });
/** What the document says that a record is shown as. */
export const useShownAs = (path: string, id: string, enabled = true) =>
  useQuery({
    queryKey: ["record", path, id, "shown as"],
    queryFn: async () => (await request<Row>(`/api/${path}/${encodeURIComponent(id)}?fields=shownAs`))["shownAs"] ?? null,
    enabled,
  });
const standing = (path: string, id: string) => ({ queryKey: ["actions", path, id], queryFn: () => request<Standing>(`/api/${path}/${encodeURIComponent(id)}/actions`) });
const itemsOf = (data: Standing): readonly AvailableAction[] => data.items;
const blockedOf = (data: Standing): readonly BlockedTransition[] => data.stuck ?? [];
export const useActions = (path: string, id: string, enabled = true) => useQuery({ ...standing(path, id), select: itemsOf, enabled });
/** What is due and held up. */
export const useBlockedTransitions = (path: string, id: string) => useQuery({ ...standing(path, id), select: blockedOf });
export const useHistory = (path: string, id: string) =>
  useQuery({ queryKey: ["history", path, id], queryFn: async () => itemsIn<HistoryEntry>(await request<unknown>(`/api/${path}/${encodeURIComponent(id)}/history`)) });
/** A record's title and what shows only at times, where its screen has either. */
export const useRecordScreen = (screen: string, id: string | null, wanted: boolean) =>
  useQuery({
    queryKey: ["screen", screen, id],
    queryFn: () => request<ScreenValues>(`/api/screens/${encodeURIComponent(screen)}/data?id=${encodeURIComponent(id!)}`),
    enabled: wanted && id !== null,
  });
export const useScreenValues = (screen: string) =>
  useQuery({ queryKey: ["screen", screen], queryFn: () => request<ScreenValues>(`/api/screens/${encodeURIComponent(screen)}/data`) });

export const actionsOf = async (path: string, id: string): Promise<readonly AvailableAction[]> => itemsOf(await standing(path, id).queryFn());

/** An answer that is a list, bare or as `{items}`. */
export const itemsIn = <T>(data: unknown): readonly T[] => (Array.isArray(data) ? data : ((data as { items?: readonly T[] } | null)?.items ?? []));

/** After a change: whatever was read may be another now. */
export const refreshRecords = () => queryClient.invalidateQueries({ predicate: (q) => ["list", "record", "actions", "history", "screen"].includes(String(q.queryKey[0])) });
export const refreshEverything = (): Promise<void> => queryClient.resetQueries();
