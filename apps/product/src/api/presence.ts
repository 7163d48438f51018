/** Who else has a record open: the page reports which record it shows, and its stream of events says when somebody comes or goes. */
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { itemsIn } from "./items-in.ts";
import { request } from "./request.ts";

interface OtherPerson {
  readonly id: string;
  readonly name: string;
}

/** Names this page to the server. `crypto.randomUUID` is missing where the address is neither HTTPS nor this machine. */
export const pageId = [8, 4, 4, 4, 12].map((length) => Array.from({ length }, () => Math.floor(Math.random() * 16).toString(16)).join("")).join("-");

export const presenceKey = (path: string, id: string) => ["presence", path, id] as const;

const report = (body: { readonly path: string | null; readonly id?: string }): Promise<unknown> => request("/api/-/presence", { method: "POST", body: { page: pageId, ...body } });

/** Milliseconds in which the next record may open, before the page reports that it shows none. */
const leaveAfter = 200;
let shown: string | null = null;

export function useOthersHere(path: string, id: string): readonly OtherPerson[] {
  const others = useQuery({
    queryKey: presenceKey(path, id),
    queryFn: async () => itemsIn<OtherPerson>((await report({ path, id })) as { items: OtherPerson[] }),
    // Each record that is opened again is reported again.
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  useEffect(() => {
    shown = id;
    return () => {
      shown = null;
      setTimeout(() => shown === null && void report({ path: null }).catch(() => undefined), leaveAfter);
    };
  }, [id]);
  return others.data ?? [];
}
