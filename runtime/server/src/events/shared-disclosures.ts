/**
 * Shares with the other processes to whom a record has been disclosed. A reader's list may have come from one process and
 * their stream be open at another: when the record is deleted or hidden, the stream has to name it to this reader only.
 */
import type { Engine } from "@nonet/engine";
import type { DisclosedRecords } from "../http/disclosed-records.ts";
import type { ChangedRecord } from "./visible-events.ts";

export interface SharedDisclosures {
  /** Publishes to whom this process has disclosed the record. */
  changed(change: ChangedRecord): void;
  /** Called with a record that another process has disclosed to a reader who listens here. */
  onDisclosed(listener: (change: ChangedRecord) => void): void;
}

/** `listening`: the readers who have a stream at this process. */
export function shareDisclosures({ processes }: Engine, disclosed: DisclosedRecords, listening: () => ReadonlySet<string>): SharedDisclosures {
  const listeners = new Set<(change: ChangedRecord) => void>();
  processes?.on("disclosed", (items) => {
    const here = listening();
    for (const [entity, id, readers] of items) {
      const found = readers.filter((reader) => here.has(reader));
      for (const reader of found) disclosed.add(reader, [id]);
      if (found.length > 0) for (const listener of listeners) listener({ entity, id, kind: "changed", onlyIfGone: true });
    }
  });
  return {
    changed: ({ entity, id }) => {
      if (!processes || processes.others === 0) return;
      const readers = disclosed.readersOf(id);
      if (readers.length === 0) return;
      processes.publish("disclosed", [[entity, id, readers]]);
      // Where a reader listens, it is remembered from now on; this process would go on publishing a record that is hidden by then.
      const here = listening();
      for (const reader of readers) if (!here.has(reader)) disclosed.forget(reader, id);
    },
    onDisclosed: (listener) => void listeners.add(listener),
  };
}
