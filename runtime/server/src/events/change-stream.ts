/**
 * Server-sent events about the records that each listener may read. Visibility is checked for each listener when an
 * event is sent; a record that is deleted or no longer readable is named only to readers who have received it.
 */
import type { ServerResponse } from "node:http";
import type { Actor, Engine } from "@nonet/engine";
import { type DisclosedRecords, readerKey } from "../http/disclosed-records.ts";
import type { Announcement } from "../http/server-options.ts";
import type { OpenPage, Presence } from "./presence.ts";
import { shareDisclosures } from "./shared-disclosures.ts";
import { type ChangedRecord, visibleEvents } from "./visible-events.ts";

export interface Listener {
  readonly out: ServerResponse;
  /** Who is counted: a person, or an address. */
  readonly client: string;
  /** Whose visibility the listener has. */
  readonly reader: string;
  /** The page that listens, if it has said so. */
  readonly page?: OpenPage;
  /** The listener's actor now, because roles change; null once the session has ended. */
  readonly actor: () => Promise<Actor | null>;
}

export interface ChangeStream {
  listen(listener: Listener): void;
  announce(event: Announcement): void;
  readonly listening: number;
  /** Of one client. */
  listeningAs(client: string): number;
  close(): void;
}

/** Milliseconds: changes that follow each other closely are sent together. */
const collectFor = 40;
const heartbeat = 25_000;
/** Bytes that a listener may leave unread; one that reads nothing is dropped. */
const maxUnread = 1_000_000;

export function createChangeStream(engine: Engine, disclosed: DisclosedRecords, presence: Presence, onBug: (error: unknown) => void): ChangeStream {
  const listeners = new Set<Listener>();
  const byClient = new Map<string, number>();
  const count = (client: string, by: 1 | -1): void => {
    const now = (byClient.get(client) ?? 0) + by;
    if (now > 0) byClient.set(client, now);
    else byClient.delete(client);
  };
  let pending = new Map<string, ChangedRecord>();
  let timer: NodeJS.Timeout | undefined;
  let sending = Promise.resolve();
  const flush = (): void => {
    timer = undefined;
    const changes = [...pending.values()];
    pending = new Map();
    sending = sending
      .then(() => sendChanges(engine, disclosed, listeners, changes))
      .catch((error: unknown) => {
        onBug(error);
        // Clients that reconnect read again what they have missed.
        for (const { out } of listeners) out.end();
      });
  };
  const others = shareDisclosures(engine, disclosed, () => new Set([...listeners].map(({ reader }) => reader)));
  // Clients that reconnect read again what they have missed.
  const unsubscribeGap = engine.processes?.onGap(() => listeners.forEach(({ out }) => out.end()));
  const unsubscribe = engine.onChange((change) => {
    others.changed(change);
    if (listeners.size === 0) return;
    const key = `${change.entity}\n${change.id}`;
    const before = pending.get(key);
    pending.set(key, before?.kind === "created" && change.kind === "changed" ? before : change);
    timer ??= setTimeout(flush, collectFor);
  });
  others.onDisclosed((change) => {
    pending.set(`${change.entity}\n${change.id}`, pending.get(`${change.entity}\n${change.id}`) ?? change);
    timer ??= setTimeout(flush, collectFor);
  });
  presence.onMoved((record) => {
    const path = engine.product.entities.find(({ name }) => name === record.entity)?.path;
    // Only pages that show the record hear of it, and ask who is there.
    for (const { out, page } of listeners) if (page && presence.isAt(page, record)) writeEvent(out, "presence", { path, id: record.id });
  });
  const beat = setInterval(() => {
    presence.renew([...listeners].flatMap(({ page }) => page ?? []));
    void sendHeartbeats(listeners).catch(onBug);
  }, heartbeat);
  beat.unref();
  return {
    listen(listener) {
      listeners.add(listener);
      count(listener.client, 1);
      listener.out.once("close", () => {
        listeners.delete(listener);
        count(listener.client, -1);
        // The page that has connected again is still there.
        if (listener.page && ![...listeners].some(({ page }) => page?.page === listener.page!.page)) presence.report(listener.page, null);
      });
    },
    announce({ kind, ...data }) {
      for (const { out } of listeners) writeEvent(out, kind, data);
    },
    get listening() {
      return listeners.size;
    },
    listeningAs: (client) => byClient.get(client) ?? 0,
    close() {
      unsubscribe();
      unsubscribeGap?.();
      clearInterval(beat);
      clearTimeout(timer);
      for (const { out } of listeners) out.end();
      listeners.clear();
    },
  };
}

/** Listeners with the same visibility share the lookups. */
async function sendChanges(engine: Engine, disclosed: DisclosedRecords, listeners: ReadonlySet<Listener>, changes: readonly ChangedRecord[]): Promise<void> {
  const readers = new Map<string, { actor: Actor; outs: ServerResponse[] }>();
  for (const listener of listeners) {
    const actor = await listener.actor();
    if (actor === null) {
      listener.out.end();
      continue;
    }
    const reader = readers.get(readerKey(actor)) ?? { actor, outs: [] };
    reader.outs.push(listener.out);
    readers.set(readerKey(actor), reader);
  }
  // Who reads again because of the event must see the change.
  const seen = engine.replicas ? { position: await engine.replicas.latest() } : {};
  for (const { actor, outs } of readers.values()) {
    for (const event of await visibleEvents(engine, disclosed, actor, changes)) for (const out of outs) writeEvent(out, "change", { ...event, ...seen });
  }
}

async function sendHeartbeats(listeners: ReadonlySet<Listener>): Promise<void> {
  for (const listener of listeners) {
    if ((await listener.actor()) === null) listener.out.end();
    else listener.out.write(": heartbeat\n\n");
  }
}

function writeEvent(out: ServerResponse, event: string, data: object): void {
  if (out.writableLength > maxUnread) out.destroy();
  else out.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}
