/** Listens to the server's events, and reloads the data that they affect. */
import { useEffect } from "react";
import { setServerUnreachable } from "./connection.ts";
import { withBase } from "../addresses/base.ts";
import { forgetPosition, seePosition } from "./position.ts";
import { queryClient, refreshRecords } from "./queries.ts";

/** Milliseconds after which a refused stream is opened again: a browser reconnects by itself only after a broken connection. */
const reopenAfter = 5_000;

export function useLiveUpdates(person: string | null): void {
  useEffect(() => {
    let source: EventSource;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    let reopening: ReturnType<typeof setTimeout> | undefined;
    let lost = false;
    const onRecord = (event: MessageEvent<string>) => {
      seePosition(positionIn(event.data));
      clearTimeout(waiting);
      waiting = setTimeout(() => void refreshRecords(), 150);
    };
    const onDocument = () => {
      forgetPosition();
      void queryClient.invalidateQueries();
    };
    const onMessage = (event: MessageEvent<string>) => (event.data.includes('"document"') && !event.data.includes('"entity"') ? onDocument() : onRecord(event));
    const onError = () => {
      lost = true;
      if (source.readyState === EventSource.CLOSED) reopening = setTimeout(open, reopenAfter);
      else void queryClient.invalidateQueries({ queryKey: ["me"] });
    };
    // What changed while the connection was lost is read again.
    const onOpen = () => {
      setServerUnreachable(false);
      if (lost) {
        forgetPosition();
        void queryClient.invalidateQueries();
      }
      lost = false;
    };
    const open = () => {
      source = new EventSource(withBase("/api/events"));
      source.addEventListener("message", onMessage);
      for (const name of ["record", "change", "changed", "created", "deleted"]) source.addEventListener(name, onRecord);
      source.addEventListener("document", onDocument);
      source.addEventListener("error", onError);
      source.addEventListener("open", onOpen);
    };
    open();
    return () => {
      clearTimeout(waiting);
      clearTimeout(reopening);
      source.close();
    };
  }, [person]);
}

/** With replicas, an event says which position has its change. */
function positionIn(data: string): unknown {
  try {
    return (JSON.parse(data) as { readonly position?: unknown }).position;
  } catch {
    return undefined;
  }
}
