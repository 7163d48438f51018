/** Follows the server's stream of changes, and reloads the data that they affect. */
import { eventsAt, type LiveEvent } from "@nonet/api";
import { useEffect } from "react";
import { pageId, presenceKey } from "./presence.ts";
import { forgetPosition, seePosition } from "./position.ts";
import { queryClient, refreshRecords } from "./queries.ts";
import { transport } from "./request.ts";

/** Milliseconds for which changes are collected before the lists that they affect are read again. */
const collectFor = 150;
/** Milliseconds after which a refused stream is opened again. */
const reopenAfter = 5_000;

/** `person`: null for a visitor, undefined while it is unknown. */
export function useLiveUpdates(person: string | null | undefined): void {
  useEffect(() => {
    if (person === undefined) return;
    const ending = new AbortController();
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const onEvent = (event: LiveEvent<string>): void => {
      switch (event.kind) {
        case "disconnected":
          return void queryClient.invalidateQueries({ queryKey: ["me"] });
        case "document":
        // What changed while the connection was lost is read again.
        case "reconnected":
          forgetPosition();
          return void queryClient.invalidateQueries();
        case "presence":
          return void queryClient.invalidateQueries({ queryKey: presenceKey(event.path, event.id) });
        case "created":
        case "changed":
        case "deleted":
          seePosition(event.position);
          clearTimeout(waiting);
          waiting = setTimeout(() => void refreshRecords(), collectFor);
      }
    };
    const follow = async (): Promise<void> => {
      while (!ending.signal.aborted) {
        try {
          for await (const event of eventsAt<string>(transport, ending.signal, `/api/events?page=${pageId}`)) onEvent(event);
        } catch {
          await new Promise((resolve) => setTimeout(resolve, reopenAfter));
          // What changed meanwhile is unknown.
          if (!ending.signal.aborted) onEvent({ kind: "reconnected" });
        }
      }
    };
    void follow();
    return () => {
      clearTimeout(waiting);
      ending.abort();
    };
  }, [person]);
}
