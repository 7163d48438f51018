/**
 * Which records each reader has received: when one is deleted or the reader may no longer read it, only readers who
 * have received it are notified, so a notification never discloses that a record existed.
 */
import type { Actor } from "@nonet/engine";

const maxReaders = 1_000;
const maxRecords = 2_000;

export interface DisclosedRecords {
  add(reader: string, ids: Iterable<string>): void;
  has(reader: string, id: string): boolean;
  /** Every reader who has received the record. */
  readersOf(id: string): readonly string[];
  /** The reader was notified that the record is gone and hears nothing further about it. */
  forget(reader: string, id: string): void;
}

export function trackDisclosedRecords(): DisclosedRecords {
  const readers = new Map<string, Set<string>>();
  return {
    add(reader, ids) {
      const disclosed = readers.get(reader) ?? new Set<string>();
      // Deleting first moves an entry to the end: the oldest entries are the first to go.
      readers.delete(reader);
      readers.set(reader, disclosed);
      for (const id of ids) {
        disclosed.delete(id);
        disclosed.add(id);
      }
      for (const id of disclosed)
        if (disclosed.size > maxRecords) disclosed.delete(id);
        else break;
      if (readers.size > maxReaders) readers.delete(readers.keys().next().value!);
    },
    readersOf: (id) => [...readers].filter(([, disclosed]) => disclosed.has(id)).map(([reader]) => reader),
    has: (reader, id) => readers.get(reader)?.has(id) ?? false,
    forget: (reader, id) => void readers.get(reader)?.delete(id),
  };
}

/** One key per visibility: a secret link lets its holder read more than the same person reads without it. */
export function readerKey(actor: Actor): string {
  if (actor.kind === "system") return actor.kind;
  const reader = actor.kind === "person" ? actor.id : actor.kind;
  return actor.link ? `${reader} ${actor.link.entity} ${actor.link.id}` : reader;
}
