/**
 * Publishes what happens in this process to the other processes of the product, by LISTEN and NOTIFY.
 *
 * Notifications are sent after the commit and in batches, because a NOTIFY inside a transaction makes all commits of the
 * database wait for each other. So a process that is killed may not have published its last commits: the others notice
 * that it has gone without a goodbye, and treat that as a gap.
 */
import { system } from "@nonet/database";
import type { ProcessChannel, Published, Topic } from "../contract/processes.ts";
import { type ListeningConnection, openListening } from "./listening-connection.ts";
import { packed, unpacked } from "./payloads.ts";

const gatherMilliseconds = 20;
const lookMilliseconds = 2_000;
/** Items that wait for a broken connection; beyond them a gap is published instead. */
const maxWaiting = 20_000;

type Listeners = { [T in Topic]: Set<(items: readonly Published[T][]) => void> };

export async function openChannel(url: string): Promise<ProcessChannel> {
  const listeners: Listeners = { changes: new Set(), disclosed: new Set(), presence: new Set(), version: new Set(), visibility: new Set() };
  const onGap = new Set<() => void>();
  const gap = (): void => onGap.forEach((listener) => listener());
  /** Listening connections of the others: process number and start. */
  let others = new Set<string>();
  const gone = new Set<number>();
  let connection: ListeningConnection | null = null;
  const send = async (texts: readonly string[]): Promise<void> => void (await connection!.rows(system.notify(texts)));
  const receive = (sender: number, text: string): void => {
    if (connection === null || sender === connection.backend) return;
    const message = unpacked(text);
    if (message === null) return;
    if (message.topic === "bye") return void gone.add(sender);
    if (message.topic === "hello") return void look();
    if (message.topic === "gap") return gap();
    // Another version of Nonet may publish what this one doesn't know.
    for (const listener of (listeners[message.topic] ?? []) as Set<(items: readonly unknown[]) => void>) listener(message.items);
  };
  connection = await openListening(url, { onNotification: receive, onReopened: () => void greet().then(gap) });
  const look = async (): Promise<void> => {
    const rows = await connection!.rows(system.otherListeners).catch(() => null);
    if (rows === null) return;
    const now = new Set(rows.map((row) => String(row["listener"])));
    const lost = [...others].filter((other) => !now.has(other) && !gone.delete(Number.parseInt(other, 10)));
    others = now;
    if (lost.length > 0) gap();
  };
  const greet = async (): Promise<void> => {
    await send(['["hello"]']).catch(() => undefined);
    await look();
  };
  const outgoing = sendInBatches(send);
  await greet();
  const looking = setInterval(() => void look(), lookMilliseconds);
  looking.unref();
  return {
    publish: (topic, items) => (others.size > 0 ? outgoing.add(topic, items) : undefined),
    on: (topic, listener) => void listeners[topic].add(listener),
    onGap: (listener) => {
      onGap.add(listener);
      return () => onGap.delete(listener);
    },
    get others() {
      return others.size;
    },
    close: async () => {
      clearInterval(looking);
      await outgoing.close();
      await send(['["bye"]']).catch(() => undefined);
      await connection!.close();
    },
  };
}

interface Outgoing {
  add(topic: Topic, items: readonly unknown[]): void;
  /** Sends what waits. */
  close(): Promise<void>;
}

/** What can't be sent stays, and is sent with the next batch. */
function sendInBatches(send: (texts: readonly string[]) => Promise<void>): Outgoing {
  let waiting = new Map<Topic, unknown[]>();
  let hasGap = false;
  let timer: NodeJS.Timeout | undefined;
  let sending = Promise.resolve();
  const flush = async (): Promise<void> => {
    const now = waiting;
    const gapNow = hasGap;
    waiting = new Map();
    hasGap = false;
    let tooLong = gapNow;
    const texts = [...now].flatMap(([topic, items]) => packed(topic, items, () => (tooLong = true)));
    if (tooLong) texts.push('["gap"]');
    if (texts.length === 0) return;
    try {
      await send(texts);
    } catch {
      hasGap ||= gapNow;
      for (const [topic, items] of now) waiting.set(topic, [...items, ...(waiting.get(topic) ?? [])]);
      if ([...waiting.values()].reduce((sum, items) => sum + items.length, 0) > maxWaiting) {
        waiting = new Map();
        hasGap = true;
      }
      later(10 * gatherMilliseconds);
    }
  };
  const later = (milliseconds = gatherMilliseconds): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      sending = sending.then(flush);
    }, milliseconds);
  };
  return {
    add: (topic, items) => {
      if (items.length === 0) return;
      waiting.set(topic, [...(waiting.get(topic) ?? []), ...items]);
      later();
    },
    close: async () => {
      await sending;
      clearTimeout(timer);
      await flush();
      clearTimeout(timer);
    },
  };
}
