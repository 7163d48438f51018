/** Comments of a record and the user's notifications, as cached queries. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { itemsIn } from "../api/items-in.ts";
import { queryClient } from "../api/queries.ts";
import { request } from "../api/request.ts";

export interface NamedPerson {
  readonly id: string;
  readonly name: string | null;
}

export interface Comment {
  readonly id: string;
  readonly at: string;
  readonly editedAt: string | null;
  readonly by: NamedPerson;
  readonly own: boolean;
  readonly text: string;
  readonly mentions: readonly NamedPerson[];
}

interface CommentPage {
  readonly items: readonly Comment[];
  readonly next: string | null;
}

export type MailSetting = "at once" | "daily" | "never";

export interface Notification {
  readonly id: string;
  readonly at: string;
  readonly unread: boolean;
  readonly by: NamedPerson;
  readonly record: { readonly entity: string; readonly path: string; readonly id: string; readonly shownAs: string };
  readonly comment: Pick<Comment, "id" | "text" | "mentions">;
}

interface NotificationPage {
  readonly items: readonly Notification[];
  readonly unread: number;
  readonly mail: MailSetting;
}

export const useComments = (path: string, id: string) =>
  useInfiniteQuery({
    queryKey: ["comments", path, id],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) => request<CommentPage>(`${commentsAt(path, id)}?limit=30${pageParam ? `&after=${pageParam}` : ""}`),
    getNextPageParam: (page) => page.next,
  });

const commentsAt = (path: string, id: string): string => `/api/${path}/${encodeURIComponent(id)}/comments`;

async function change(path: string, id: string, method: string, comment?: string, text?: string): Promise<void> {
  await request(`${commentsAt(path, id)}${comment ? `/${comment}` : ""}`, { method, ...(text === undefined ? {} : { body: { text } }) });
  await refreshComments();
}

export const addComment = (path: string, id: string, text: string) => change(path, id, "POST", undefined, text);
export const editComment = (path: string, id: string, comment: string, text: string) => change(path, id, "PATCH", comment, text);
export const removeComment = (path: string, id: string, comment: string) => change(path, id, "DELETE", comment);

export const mentionablePeople = async (path: string, id: string, search: string): Promise<readonly NamedPerson[]> =>
  itemsIn<NamedPerson>(await request<unknown>(`/api/${path}/${encodeURIComponent(id)}/mentionable?search=${encodeURIComponent(search)}`));

export const useNotifications = () => useQuery({ queryKey: ["notifications"], queryFn: () => request<NotificationPage>("/api/-/notifications") });

const refreshNotifications = () => queryClient.invalidateQueries({ queryKey: ["notifications"] });

export async function markRead(ids?: readonly string[]): Promise<void> {
  await request("/api/-/notifications/read", { method: "POST", body: ids ? { ids } : {} });
  await refreshNotifications();
}

export async function setMail(mail: MailSetting): Promise<void> {
  await request("/api/-/notifications/settings", { method: "PATCH", body: { mail } });
  await refreshNotifications();
}

/** After an event about a record: its comments, and whether somebody has been mentioned. */
export const refreshComments = () => queryClient.invalidateQueries({ predicate: ({ queryKey }) => ["comments", "notifications", "history"].includes(String(queryKey[0])) });
