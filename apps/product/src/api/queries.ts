/** The requests of the front end as cached queries. Keys begin with the kind, followed by the entity's path. */
import { keepPreviousData, QueryClient, useQuery } from "@tanstack/react-query";
import type { SourceLocation } from "@nonet/model";
import type { ProductData } from "@nonet/screens";
import { type DocumentData, listQuery, type ListParameters, type Page as PageOf, pagesOf, type SentenceData } from "@nonet/api";
import { onSessionEnd } from "./connection.ts";
import { itemsIn } from "./items-in.ts";
import { asProblem, request } from "./request.ts";
import { takeWords } from "../texts/names.ts";

export type ProofKind = "password" | "code" | "recoveryCode" | "passkey" | "sso";

export interface Me {
  readonly signedIn: boolean;
  readonly id?: string;
  readonly name?: string;
  readonly email?: string;
  readonly roles?: readonly string[];
  readonly owner?: boolean;
  /** What the sign-in still needs, and what the person can show. */
  readonly needs?: "second factor" | "new password" | "enrollment" | null;
  readonly proofs?: readonly ProofKind[];
  /** The Owner who is signed in acts for this person. */
  readonly acting?: { readonly id: string; readonly name: string; readonly until: string; readonly readOnly: boolean } | null;
  /** The session ended while the page was open. The user is kept until they sign in again. */
  readonly ended?: boolean;
}
export type Row = Readonly<Record<string, unknown>> & { readonly id: string; readonly version?: number };
export type Page = PageOf<Row>;
export interface AvailableAction extends SourceLocation {
  readonly name: string;
  readonly path: string;
  readonly allowed: boolean;
  readonly why: string | null;
  readonly to: string | null;
  /** What the document asks before the action runs, about this record. */
  readonly question?: string;
  /** What the document says at that line, if the action isn't available. */
  readonly sentence?: string;
  readonly decision?: DecisionView;
}
/** An action of a screen that creates a record; `action` null: whatever creates one of the screen's own entity. */
export interface CreationState extends Partial<SourceLocation> {
  readonly entity: string;
  readonly action: string | null;
  readonly allowed: boolean;
  readonly why: string | null;
  readonly sentence?: string;
}
/** Whether the record can be edited or deleted now; what the person may not do at all is left out. */
export interface PossibleChange extends Partial<SourceLocation> {
  readonly change: "update" | "delete";
  readonly allowed: boolean;
  readonly why: string | null;
  readonly sentence?: string;
}
/** An automatic transition that is blocked by a rule. */
export interface BlockedTransition {
  readonly transition: string;
  readonly since: string;
  readonly why: readonly ({ readonly code: string; readonly rule: string | null; readonly sentence?: string } & SourceLocation)[];
}
interface ActionsResponse {
  readonly items: readonly AvailableAction[];
  readonly changes: readonly PossibleChange[];
  readonly stuck?: readonly BlockedTransition[];
}
export interface PersonRef {
  readonly id: string | null;
  readonly name: string | null;
}
/** The state of a decision by several people. */
export interface DecisionView extends SourceLocation {
  readonly steps: readonly {
    readonly who: string;
    readonly need: string;
    readonly count: number;
    readonly abstentions: boolean;
    readonly stands: "passed over" | "through" | "now" | "waiting" | "later";
    readonly people: readonly (PersonRef & { readonly said: "yes" | "no" | "abstain" | null; readonly at: string | null; readonly deputy: PersonRef | null })[];
  }[];
  /** The current step; null if all steps are complete. */
  readonly now: number | null;
  readonly refused: boolean;
  readonly begun: boolean;
  readonly given: { readonly by: PersonRef; readonly values: Readonly<Record<string, unknown>> } | null;
  readonly turn: boolean;
  readonly why: string | null;
}
export interface HistoryEntry {
  readonly at: string;
  readonly by: { readonly id: string; readonly name: string } | null;
  readonly bySomebody?: boolean;
  readonly inPlaceOf?: PersonRef | null;
  readonly action: string;
  readonly changes: readonly { readonly field: string; readonly before: unknown; readonly after: unknown; readonly secret?: true }[];
  readonly specification: string;
}
export type ScreenValues =
  | { readonly kind: "dashboard" | "page"; readonly elements: readonly ElementValues[] }
  | { readonly kind: "report"; readonly rows: readonly ReportRow[]; readonly totals: readonly ReportTotal[]; readonly why?: string }
  | { readonly kind: "record"; readonly id: string; readonly title: string | null; readonly hidden: readonly string[] };
/** `known`: the value of the other records, where `notKnown` records have none or the user may not see it. */
export interface KnownValue {
  readonly value: string | null;
  readonly known?: string;
  readonly notKnown?: number;
}
/** `why`: there is no value, because the user may read none of the records of which it is made. */
export type ElementValues =
  | ({ readonly kind: "number"; readonly notShown?: string; readonly why?: string } & KnownValue)
  | { readonly kind: "chart"; readonly points: readonly ({ readonly label: string } & KnownValue)[]; readonly why?: string }
  | { readonly kind: "list"; readonly items: readonly Row[]; readonly why?: string }
  | { readonly kind: "text" };
/** `known`: the value of the other records, where `notKnown` records have none or the user may not see it. */
interface ReportValues {
  readonly values: readonly (string | null)[];
  readonly known?: readonly (string | null)[];
  readonly notKnown?: readonly number[];
}
export interface ReportRow extends ReportValues {
  readonly row: readonly string[];
  readonly column: readonly string[];
}
/** `row` or `column` null: over all of them. */
export interface ReportTotal extends ReportValues {
  readonly row: readonly string[] | null;
  readonly column: readonly string[] | null;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: "always",
      refetchOnReconnect: "always",
      staleTime: 10_000,
      refetchOnWindowFocus: true,
      retry: (times, error) => times < 2 && asProblem(error).status === 0,
    },
  },
});

const cachedMe = (): Me | undefined => queryClient.getQueryData<Me>(["me"]);

onSessionEnd(() => {
  if (cachedMe()?.signedIn && !cachedMe()?.ended) void queryClient.invalidateQueries({ queryKey: ["me"] });
});

async function fetchMe(): Promise<Me> {
  const before = cachedMe();
  const now = await request<Me>("/api/me").catch((e): Me | Promise<never> => (asProblem(e).status === 401 ? { signedIn: false } : Promise.reject(e)));
  return before?.signedIn && !now.signedIn && !now.needs ? { ...before, ended: true } : now;
}

/** After the session has ended the screens are kept, because a reload as an anonymous user would lose typed text. */
async function fetchProduct(): Promise<ProductData> {
  const before = queryClient.getQueryData<ProductData>(["product"]);
  if (before && cachedMe()?.signedIn) {
    const me = await queryClient.fetchQuery({ queryKey: ["me"], queryFn: fetchMe, staleTime: 1000 });
    if (me.ended) return before;
  }
  return takeWords(await request<ProductData>("/api/product"));
}

export const useMe = () => useQuery({ queryKey: ["me"], queryFn: fetchMe });
export const useProductQuery = () => useQuery({ queryKey: ["product"], queryFn: fetchProduct });
/** Reloads all data after the same user has signed in again, and keeps typed text. For another user everything is reset. */
export async function refreshAfterSignIn(): Promise<void> {
  const before = cachedMe();
  const now = await request<Me>("/api/me");
  if (now.id !== before?.id) return refreshEverything();
  queryClient.setQueryData<Me>(["me"], now);
  await queryClient.invalidateQueries();
}

/** An error that makes cached data invalid, or prevents the first load. */
export const blockingError = (query: { readonly error: Error | null; readonly data: unknown }): Error | null =>
  query.error && (query.data === undefined || [403, 404, 410].includes(asProblem(query.error).status)) ? query.error : null;
/** The explanation of each element of the running version, loaded when it is first needed. */
export const useSentences = (enabled: boolean) =>
  useQuery({ queryKey: ["sentences"], queryFn: async () => itemsIn<SentenceData>(await request<unknown>("/api/-/sentences")), staleTime: Infinity, enabled });
export const documentOptions = { queryKey: ["document"], queryFn: () => request<DocumentData>("/api/document") };
export const useDocument = () => useQuery(documentOptions);

export interface ListQuery extends Omit<ListParameters, "filter" | "sort"> {
  readonly path: string;
  /** Filters by dotted key; `.from` and `.to` after a key are inclusive bounds. */
  readonly equals?: Readonly<Record<string, string>>;
  readonly sort?: readonly string[];
}

/** What selects a list's records, without their order, groups and pages. */
export const listParameters = ({ screen, search, behind, equals }: ListQuery): Readonly<Record<string, string>> => ({
  ...equals,
  ...behind,
  ...(screen ? { screen } : {}),
  ...(search ? { search } : {}),
});

/** `more`: parameters of this request alone. */
export const listAddress = ({ path, equals = {}, ...parameters }: ListQuery, suffix = "", more: Readonly<Record<string, string>> = {}): string =>
  `/api/${path}${suffix}${listQuery({ ...parameters, filter: equals }, more)}`;

/** The records of all pages, up to a limit. */
export async function readPages(query: ListQuery, most: number, signal?: AbortSignal): Promise<{ readonly rows: Row[]; readonly more: boolean }> {
  const rows: Row[] = [];
  for await (const page of pagesOf((after) => request<Page>(listAddress({ ...query, after }), signal ? { signal } : {}))) {
    rows.push(...page.items);
    if (rows.length >= most) return { rows, more: page.next !== null };
  }
  return { rows, more: false };
}

export const listQueryOptions = (query: ListQuery) => ({
  queryKey: ["list", query.path, query],
  queryFn: ({ signal }: { signal: AbortSignal }) => request<Page>(listAddress(query), { signal }),
});
export const useList = (query: ListQuery, enabled = true) => useQuery({ ...listQueryOptions(query), placeholderData: keepPreviousData, enabled });

/** The totals of a whole list: the number of its records and the sums of its amounts, for each group. */
export interface ListTotals {
  readonly count: number;
  readonly sums: Readonly<Record<string, string | null>>;
  /** How many records a sum leaves out: their value is empty, or the user may not see it. */
  readonly notKnown: Readonly<Record<string, number>>;
  readonly groups: readonly (Omit<ListTotals, "groups"> & { readonly label: string | null })[] | null;
}
export const totalsOptions = (query: ListQuery, sums: readonly string[]) => ({
  queryKey: ["list", query.path, "totals", query, sums],
  queryFn: ({ signal }: { signal: AbortSignal }) => request<ListTotals>(listAddress(query, ":totals", sums.length > 0 ? { sum: sums.join(",") } : {}), { signal }),
});
export const useListTotals = (query: ListQuery, sums: readonly string[], enabled: boolean) =>
  useQuery({ ...totalsOptions(query, sums), placeholderData: keepPreviousData, enabled });

export const recordOptions = (path: string, id: string) => ({ queryKey: ["record", path, id], queryFn: () => request<Row>(`/api/${path}/${encodeURIComponent(id)}`) });
export const useRecord = (path: string, id: string, enabled = true) => useQuery({ ...recordOptions(path, id), enabled });
/** Values of other records that the page needs, by dotted key: currencies of amounts. */
export const referredOptions = (path: string, id: string | null, keys: readonly string[]) => ({
  queryKey: ["record", path, id, "referred", keys],
  queryFn: () => request<Row>(`/api/${path}/${encodeURIComponent(id!)}?fields=${keys.map(encodeURIComponent).join(",")}`),
  enabled: id !== null && keys.length > 0,
});
export const useReferredValues = (path: string, id: string | null, keys: readonly string[]) => useQuery(referredOptions(path, id, keys));
/** The record's title as the document defines it. */
export const shownAsOptions = (path: string, id: string) => ({
  queryKey: ["record", path, id, "shown as"],
  queryFn: async () => (await request<Row>(`/api/${path}/${encodeURIComponent(id)}?fields=shownAs`))["shownAs"] ?? null,
});
export const useShownAs = (path: string, id: string, enabled = true) => useQuery({ ...shownAsOptions(path, id), enabled });
export const actionsOptions = (path: string, id: string) => ({
  queryKey: ["actions", path, id],
  queryFn: () => request<ActionsResponse>(`/api/${path}/${encodeURIComponent(id)}/actions`),
});
const itemsOf = (data: ActionsResponse): readonly AvailableAction[] => data.items;
const changesOf = (data: ActionsResponse): readonly PossibleChange[] => data.changes;
const blockedOf = (data: ActionsResponse): readonly BlockedTransition[] => data.stuck ?? [];
export const useActions = (path: string, id: string, enabled = true) => useQuery({ ...actionsOptions(path, id), select: itemsOf, enabled });
export const useChanges = (path: string, id: string) => useQuery({ ...actionsOptions(path, id), select: changesOf });
/** Automatic transitions that are due but blocked. */
export const useBlockedTransitions = (path: string, id: string) => useQuery({ ...actionsOptions(path, id), select: blockedOf });
export const useHistory = (path: string, id: string) =>
  useQuery({ queryKey: ["history", path, id], queryFn: async () => itemsIn<HistoryEntry>(await request<unknown>(`/api/${path}/${encodeURIComponent(id)}/history`)) });
/** A record's title and hidden fields, if its screen defines either. */
export const recordScreenOptions = (screen: string, id: string | null) => ({
  queryKey: ["screen", screen, id],
  queryFn: () => request<ScreenValues>(`/api/screens/${encodeURIComponent(screen)}/data?id=${encodeURIComponent(id!)}`),
});
export const useRecordScreen = (screen: string, id: string | null, enabled: boolean) => useQuery({ ...recordScreenOptions(screen, id), enabled: enabled && id !== null });
/** Which of a screen's actions can't create a record now. `id`: the record of the page, null above a list. */
export const creationsOptions = (screen: string, id: string | null) => ({
  queryKey: ["screen", screen, "actions", id],
  queryFn: () => request<{ readonly items: readonly CreationState[] }>(`/api/screens/${encodeURIComponent(screen)}/actions${id === null ? "" : `?id=${encodeURIComponent(id)}`}`),
});
export const useCreations = (screen: string, id: string | null, enabled: boolean) => useQuery({ ...creationsOptions(screen, id), enabled });
export const screenValuesOptions = (screen: string) => ({ queryKey: ["screen", screen], queryFn: () => request<ScreenValues>(`/api/screens/${encodeURIComponent(screen)}/data`) });
export const useScreenValues = (screen: string, enabled = true) => useQuery({ ...screenValuesOptions(screen), enabled });

export const actionsOf = async (path: string, id: string): Promise<readonly AvailableAction[]> => itemsOf(await actionsOptions(path, id).queryFn());

/** Reloads all record data after a change. */
export const refreshRecords = () =>
  queryClient.invalidateQueries({ predicate: (q) => ["list", "record", "actions", "history", "screen", "comments", "notifications"].includes(String(q.queryKey[0])) });
export const refreshEverything = (): Promise<void> => queryClient.resetQueries();
