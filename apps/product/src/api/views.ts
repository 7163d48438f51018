/** The saved views of a list screen, kept on the server. */
import { useQuery } from "@tanstack/react-query";
import { itemsIn } from "./items-in.ts";
import { queryClient } from "./queries.ts";
import { request } from "./request.ts";

export interface SavedView<State> {
  readonly id: string;
  readonly name: string;
  readonly shared: boolean;
  readonly own: boolean;
  readonly usable: boolean;
  readonly state: State;
}

const keyOf = (screen: string) => ["views", screen];

export const useViews = <State>(screen: string) =>
  useQuery({ queryKey: keyOf(screen), queryFn: async () => itemsIn<SavedView<State>>(await request<unknown>(`/api/-/views?screen=${encodeURIComponent(screen)}`)) });

async function change(screen: string, path: string, method: string, body?: unknown): Promise<void> {
  await request(`/api/-/views${path}`, { method, ...(body === undefined ? {} : { body }) });
  await queryClient.invalidateQueries({ queryKey: keyOf(screen) });
}

export const saveView = (screen: string, view: { readonly name: string; readonly shared: boolean; readonly state: unknown }) => change(screen, "", "POST", { screen, ...view });
export const shareView = (screen: string, id: string, shared: boolean) => change(screen, `/${id}`, "PATCH", { shared });
export const removeView = (screen: string, id: string) => change(screen, `/${id}`, "DELETE");
