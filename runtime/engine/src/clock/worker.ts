/** The background worker: runs what is due and delivers the outbox, every second and at once after a change. */
import { deliverInOrder } from "../calls/deliver-outbox.ts";
import { dispatchOutbox, type Dispatcher } from "../calls/dispatch-outbox.ts";
import type { FaultReporter, Running } from "../connection/running-product.ts";
import { meterWorker, type WorkerMeter } from "../statistics/worker-statistics.ts";
import { followGrowth } from "./follow-growth.ts";
import { hourlyPurge } from "./purge.ts";
import { runDue } from "./run-due.ts";

export interface Worker {
  /** Runs soon. A change that has put nothing into the outbox wakes only `what is due`. */
  wake(work?: "what is due"): void;
  /** Runs until nothing is due. */
  settle(): Promise<void>;
  /** Runs this while the worker does nothing else. */
  alone(work: () => Promise<void>): Promise<void>;
  readonly meter: WorkerMeter;
  stop(): Promise<void>;
}

const intervalMilliseconds = 1000;
/** Changes in quick succession are handled together. */
const debounceMilliseconds = 50;

/** One kind of work, run one round at a time and again when it is notified. */
interface Loop {
  wake(): void;
  run(): Promise<void>;
  between(work: () => Promise<void>): Promise<void>;
  idle(): Promise<void>;
}

/** `faults` gives the reporter of a kind of work, which gets every error, also of a lost database; the next round tries again. */
export function startWorker(running: Running, faults: (at: string) => FaultReporter): Worker {
  let stopped = false;
  const meter = meterWorker();
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
  const leaving = "what leaves for outside";
  const dispatcher: Dispatcher = dispatchOutbox(running, faults(leaving), () => wakeSoon());
  // Rehearsal runs everything in order. Otherwise a slow answer must not delay what has become due.
  if (running.options.rehearse)
    loops.push(
      makeLoop(
        async () => (stopped ? undefined : settleNow(running, meter)),
        () => stopped,
        faults("what is due and what leaves"),
      ),
    );
  else
    loops.push(
      loopOf("what the clock has made due", () => runDue(running, meter)),
      loopOf(leaving, () => dispatcher.round()),
      loopOf("what no longer counts", hourlyPurge(running)),
      loopOf("statistics of grown tables", followGrowth(running)),
    );
  const timer = setInterval(wakeAll, intervalMilliseconds);
  let soon: NodeJS.Timeout | undefined;
  let isOnlyDue = true;
  const wakeSoon = (work?: "what is due"): void => {
    if (stopped) return;
    isOnlyDue &&= work !== undefined;
    soon ??= setTimeout(() => {
      soon = undefined;
      if (isOnlyDue) loops[0]!.wake();
      else wakeAll();
      isOnlyDue = true;
    }, debounceMilliseconds);
  };
  return {
    meter,
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
      await dispatcher.stop();
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
      .then(faults.passed, faults.report)
      .finally(() => {
        waiting = false;
        if (again) wake();
      });
  };
  return { wake, run, between, idle: () => round.catch(() => undefined) };
}

/** An error in one kind of work doesn't keep the other from running; it is thrown at the end. */
async function settleNow(running: Running, meter: WorkerMeter): Promise<void> {
  const faults: unknown[] = [];
  for (let rounds = 0; rounds < 100; rounds++) {
    const ran = await runDue(running, meter).catch((fault: unknown) => (faults.push(fault), 0));
    if (ran + (await deliverInOrder(running)) === 0) break;
  }
  if (faults.length > 0) throw faults[0];
}
