/** Counts what the background worker does: rounds, and how late timers run. */

export interface WorkerStatistics {
  /** Milliseconds since the epoch; the start if no round has ended yet. */
  readonly lastRound: number;
}

export interface WorkerMeter {
  readonly statistics: WorkerStatistics;
  /** A round of what the clock has made due ended without an error. */
  roundEnded(): void;
  /** Seconds between a timer's moment and its run. */
  timerRan(lateBy: number): void;
  /** Returns the function that unsubscribes. */
  onTimer(listener: (lateBy: number) => void): () => void;
}

export function meterWorker(): WorkerMeter {
  const statistics = { lastRound: Date.now() };
  const listeners = new Set<(lateBy: number) => void>();
  return {
    statistics,
    roundEnded: () => void (statistics.lastRound = Date.now()),
    timerRan: (lateBy) => listeners.forEach((listener) => listener(Math.max(0, lateBy))),
    onTimer: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
