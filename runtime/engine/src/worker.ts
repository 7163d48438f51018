/** The loop that does what is due: at once when a change leaves something to send, else when the clock says so. */
import { deliverDue } from "./deliver-outbox.ts";
import { runDue } from "./keep-time.ts";
import type { Running } from "./running.ts";

export interface Worker {
  /** Looks now. */
  wake(): void;
  /** Does everything due, until nothing is. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

const everyMilliseconds = 1000;

/** One round at a time; `onFault` hears of a lost database, and the next round tries again. */
export function startWorker(running: Running, onFault: (error: unknown) => void): Worker {
  let round: Promise<void> = Promise.resolve();
  let stopped = false;
  let waiting = false;
  const run = (): Promise<void> => (round = round.then(() => (stopped ? undefined : settleNow(running))));
  const wake = (): void => {
    if (waiting || stopped) return;
    waiting = true;
    void run()
      .catch((error: unknown) => {
        round = Promise.resolve();
        onFault(error);
      })
      .finally(() => (waiting = false));
  };
  const timer = setInterval(wake, everyMilliseconds);
  return {
    wake,
    settle: async () => {
      try {
        await run();
      } catch (error) {
        round = Promise.resolve();
        throw error;
      }
    },
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await round.catch(() => undefined);
    },
  };
}

async function settleNow(running: Running): Promise<void> {
  for (let rounds = 0; rounds < 100; rounds++) {
    const happened = (await runDue(running)) + (await deliverDue(running));
    if (happened === 0) return;
  }
}
