/** The loop that does what is due: at once when a change leaves something to send, else when the clock says so. */
import { deliverOutbox } from "../calls/deliver-outbox.ts";
import type { Running } from "../connection/running-product.ts";
import { runDue } from "./run-due.ts";

export interface Worker {
  /** Looks now. */
  wake(): void;
  /** Does everything due, until nothing is. */
  settle(): Promise<void>;
  /** Does this while it does nothing else. */
  alone(work: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

const everyMilliseconds = 1000;
/** Changes that follow each other closely are looked after together. */
const gatherFor = 50;

/** A kind of work that is done one round at a time, and looked for again when somebody wakes it. */
interface Loop {
  wake(): void;
  run(): Promise<void>;
  between(work: () => Promise<void>): Promise<void>;
  idle(): Promise<void>;
}

/** What hears of the faults of one kind of work, and of their having passed. */
export interface FaultReporter {
  readonly tell: (error: unknown) => void;
  readonly passed: () => void;
}

/** `faults` hears of whatever a round fails of, a lost database too; the next round tries again. */
export function startWorker(running: Running, faults: (at: string) => FaultReporter): Worker {
  let stopped = false;
  const loops: Loop[] = [];
  const wakeAll = (): void => loops.forEach((loop) => loop.wake());
  const loopOf = (at: string, work: () => Promise<number>): Loop =>
    makeLoop(
      async () => {
        if (!stopped && (await work()) > 0 && !stopped) wakeAll();
      },
      () => stopped,
      faults(at),
    );
  // In rehearsal all happens in order; else an answer that takes long must not hold up what the clock makes due.
  if (running.options.rehearse)
    loops.push(
      makeLoop(
        async () => (stopped ? undefined : settleNow(running)),
        () => stopped,
        faults("what is due and what leaves"),
      ),
    );
  else
    loops.push(
      loopOf("what the clock has made due", () => runDue(running)),
      loopOf("what leaves for outside", () => deliverOutbox(running)),
    );
  const timer = setInterval(wakeAll, everyMilliseconds);
  let soon: NodeJS.Timeout | undefined;
  const wakeSoon = (): void => {
    soon ??= setTimeout(() => {
      soon = undefined;
      wakeAll();
    }, gatherFor);
  };
  return {
    wake: running.options.rehearse ? wakeAll : wakeSoon,
    settle: async () => {
      for (const loop of loops) await loop.run();
    },
    alone: (task) => loops.reduceRight((inner, loop) => () => loop.between(inner), task)(),
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      clearTimeout(soon);
      await Promise.all(loops.map((loop) => loop.idle()));
    },
  };
}

function makeLoop(work: () => Promise<void>, isStopped: () => boolean, faults: FaultReporter): Loop {
  let round: Promise<void> = Promise.resolve();
  let waiting = false;
  let again = false;
  const between = (task: () => Promise<void>): Promise<void> => (round = round.catch(() => undefined).then(task));
  const run = (): Promise<void> => between(work);
  const wake = (): void => {
    if (isStopped()) return;
    if (waiting) {
      again = true;
      return;
    }
    waiting = true;
    again = false;
    void run()
      .then(faults.passed, faults.tell)
      .finally(() => {
        waiting = false;
        if (again) wake();
      });
  };
  return { wake, run, between, idle: () => round.catch(() => undefined) };
}

/** What is due and faultless leaves also where something else has a fault, which is thrown in the end. */
async function settleNow(running: Running): Promise<void> {
  const faults: unknown[] = [];
  for (let rounds = 0; rounds < 100; rounds++) {
    const ran = await runDue(running).catch((fault: unknown) => (faults.push(fault), 0));
    if (ran + (await deliverOutbox(running)) === 0) break;
  }
  if (faults.length > 0) throw faults[0];
}
