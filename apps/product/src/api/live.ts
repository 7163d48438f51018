/** Listens to the server's events, and reloads the data that they affect. */
import { useEffect } from "react";
import { setServerUnreachable } from "./connection.ts";
import { queryClient, refreshRecords } from "./queries.ts";

export function useLiveUpdates(person: string | null): void {
  useEffect(() => {
    const source = new EventSource("/api/events");
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const onRecord = () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => void refreshRecords(), 150);
    };
    const onDocument = () => void queryClient.invalidateQueries();
    const onMessage = (event: MessageEvent<string>) => (event.data.includes('"document"') && !event.data.includes('"entity"') ? onDocument() : onRecord());
    source.addEventListener("message", onMessage);
    for (const name of ["record", "change", "changed", "created", "deleted"]) source.addEventListener(name, onRecord);
    source.addEventListener("document", onDocument);
    // The browser reconnects by itself; data that changed in between is reloaded then.
    let lost = false;
    source.addEventListener("error", () => {
      if (source.readyState === EventSource.CLOSED) return;
      lost = true;
      void queryClient.invalidateQueries({ queryKey: ["me"] });
    });
    source.addEventListener("open", () => {
      setServerUnreachable(false);
      if (lost) void queryClient.invalidateQueries();
      lost = false;
    });
    return () => {
      clearTimeout(waiting);
      source.close();
    };
  }, [person]);
}
