/** Sends the outbox's entries in parallel. A slow receiver fills only its own places, so it never delays the calls to others. */
import { system } from "@nonet/database";
import type { Row } from "../connection/contract.ts";
import type { FaultReporter, Running } from "../connection/running-product.ts";
import { batchSize, claimEntries, deliver, renewWhile, withoutUnsendable } from "./deliver-outbox.ts";

export interface Dispatcher {
  /** Claims what is due and starts sending it; returns how many entries it claimed. */
  round(): Promise<number>;
  /** Waits for what is being sent, and gives back what isn't yet. */
  stop(): Promise<void>;
}

/** Default 113: entries sent to one receiver (a host, or the mail server) at a time. */
const perReceiver = 20;
/** Entries claimed at a time, those included that wait for a place at their receiver. */
const overall = 400;

/** `waiting`: starts the next entry; false gives it back. */
interface Receiver {
  sending: number;
  readonly waiting: ((mayStart: boolean) => void)[];
}

/** `onSent`: called after each entry. */
export function dispatchOutbox(running: Running, faults: FaultReporter, onSent: () => void): Dispatcher {
  const receivers = new Map<string, Receiver>();
  const deliveries = new Set<Promise<void>>();
  let stopped = false;

  const busy = (): readonly string[] => [...receivers].filter(([, { sending, waiting }]) => sending + waiting.length >= perReceiver).map(([name]) => name);

  const send = async (row: Row): Promise<void> => {
    const name = String(row["receiver"]);
    const receiver = receivers.get(name) ?? { sending: 0, waiting: [] };
    receivers.set(name, receiver);
    if (!(await placeAt(receiver))) return void (await running.database.rows(system.releaseClaims([row["id"]])));
    try {
      await deliver(running, row);
    } finally {
      leave(receiver);
      if (receiver.sending === 0) receivers.delete(name);
    }
  };

  const start = (row: Row): void => {
    const delivery = renewWhile(running, row, send(row))
      .then(faults.passed, faults.report)
      .finally(() => {
        deliveries.delete(delivery);
        onSent();
      });
    deliveries.add(delivery);
  };

  const round = async (): Promise<number> => {
    for (let claimed = 0; ;) {
      const room = Math.min(batchSize, overall - deliveries.size);
      const rows = room > 0 && !stopped ? await claimEntries(running, room, busy()) : [];
      if (rows.length === 0) return claimed;
      claimed += rows.length;
      for (const row of await withoutUnsendable(running, rows)) start(row);
    }
  };

  const stop = async (): Promise<void> => {
    stopped = true;
    for (const { waiting } of receivers.values()) for (const go of waiting.splice(0)) go(false);
    await Promise.all(deliveries);
  };
  return { round, stop };
}

/** In the order of arrival; false where the dispatcher stops first. */
async function placeAt(receiver: Receiver): Promise<boolean> {
  if (receiver.sending >= perReceiver) return new Promise((go) => receiver.waiting.push(go));
  receiver.sending++;
  return true;
}

/** Hands the place to the next, or frees it. */
function leave(receiver: Receiver): void {
  const next = receiver.waiting.shift();
  if (next) next(true);
  else receiver.sending--;
}
