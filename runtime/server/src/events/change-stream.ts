/**
 * Server-sent events of what the asker may read. A change is looked up with each listener's own sight, at the moment
 * of telling; a record that is gone, or out of sight, is named only to who has been shown it.
 */
import type { ServerResponse } from "node:http";
import type { Actor, Engine } from "@nonet/engine";
import { type ShownIds, whoOf } from "../http/disclosed-records.ts";
import type { Announcement } from "../http/server-options.ts";

export interface Listener {
  readonly out: ServerResponse;
  /** Who it is now: roles change, sessions end. */
  readonly actor: () => Promise<Actor | null>;
}

export interface Events {
  listen(listener: Listener): void;
  announce(event: Announcement): void;
  readonly listening: number;
  close(): void;
}

interface Changed {
  readonly entity: string;
  readonly id: string;
  readonly kind: "created" | "changed" | "deleted";
}

const gatherFor = 40;
const heartbeat = 25_000;
/** Above this many records at once a listener is told to read the whole list again. */
const mostAtOnce = 100;

export function makeEvents(engine: Engine, shown: ShownIds, onBug: (error: unknown) => void): Events {
  const listeners = new Set<Listener>();
  let waiting = new Map<string, Changed>();
  let timer: NodeJS.Timeout | undefined;
  let telling = Promise.resolve();
  const stop = engine.onChange((change) => {
    if (listeners.size === 0) return;
    const key = `${change.entity}\n${change.id}`;
    const before = waiting.get(key);
    waiting.set(key, before?.kind === "created" && change.kind === "changed" ? before : change);
    timer ??= setTimeout(flush, gatherFor);
  });
  const flush = (): void => {
    timer = undefined;
    const changes = [...waiting.values()];
    waiting = new Map();
    telling = telling.then(() => tellAll(engine, shown, listeners, changes)).catch(onBug);
  };
  const beat = setInterval(() => void checkAll(listeners).catch(onBug), heartbeat);
  beat.unref();
  return {
    listen(listener) {
      listeners.add(listener);
      listener.out.on("close", () => listeners.delete(listener));
    },
    announce({ kind, ...rest }) {
      for (const { out } of listeners) write(out, kind, rest);
    },
    get listening() {
      return listeners.size;
    },
    close() {
      stop();
      clearInterval(beat);
      clearTimeout(timer);
      for (const { out } of listeners) out.end();
      listeners.clear();
    },
  };
}

async function tellAll(engine: Engine, shown: ShownIds, listeners: ReadonlySet<Listener>, changes: readonly Changed[]): Promise<void> {
  const people = new Map<string, { actor: Actor; outs: ServerResponse[] }>();
  for (const listener of listeners) {
    const actor = await listener.actor();
    if (actor === null) {
      listener.out.end();
      continue;
    }
    const person = people.get(whoOf(actor)) ?? { actor, outs: [] };
    person.outs.push(listener.out);
    people.set(whoOf(actor), person);
  }
  for (const { actor, outs } of people.values()) {
    for (const event of await eventsFor(engine, shown, actor, changes)) for (const out of outs) write(out, "change", event);
  }
}

async function eventsFor(engine: Engine, shown: ShownIds, actor: Actor, changes: readonly Changed[]): Promise<readonly object[]> {
  const pathOf = (entity: string): string => engine.product.entities.find((e) => e.name === entity)?.path ?? entity;
  if (changes.length > mostAtOnce) return many(engine, actor, changes, pathOf);
  const events: object[] = [];
  for (const change of changes) {
    const place = { entity: change.entity, path: pathOf(change.entity), id: change.id };
    const found = change.kind === "deleted" ? null : await engine.record(actor, change.entity, change.id, ["id"]);
    if (found?.ok) {
      shown.add(whoOf(actor), [change.id]);
      events.push({ ...place, kind: change.kind, version: found.value.version });
    } else if (shown.has(whoOf(actor), change.id)) {
      shown.forget(whoOf(actor), change.id);
      events.push({ ...place, kind: "deleted" });
    }
  }
  return events;
}

/** Only to who has some record of the entity in sight, and naming none. */
async function many(engine: Engine, actor: Actor, changes: readonly Changed[], pathOf: (entity: string) => string): Promise<readonly object[]> {
  const events: object[] = [];
  for (const entity of new Set(changes.map((c) => c.entity))) {
    const page = await engine.list(actor, { entity, limit: 1, fields: ["id"] });
    if (page.ok && page.value.records.length > 0) events.push({ entity, path: pathOf(entity), id: null, kind: "changed" });
  }
  return events;
}

async function checkAll(listeners: ReadonlySet<Listener>): Promise<void> {
  for (const listener of listeners) {
    if ((await listener.actor()) === null) listener.out.end();
    else listener.out.write(": still here\n\n");
  }
}

const write = (out: ServerResponse, event: string, data: object): void => void out.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
