/** Counts what the connections of one database do, and reports statements that take too long. */

/** Since the database was opened. */
export interface StatementCounts {
  readonly statements: number;
  readonly slowStatements: number;
  readonly committed: number;
  readonly rolledBack: number;
  /** Transactions that ended with an error. */
  readonly failed: number;
  /** Runs after the first, of transactions that had lost a race. */
  readonly retries: number;
}

export interface SlowStatement {
  /** The text with `$1` in place of values, which are never logged. */
  readonly text: string;
  /** From sending to the answer: it includes the wait for earlier statements of the same pipeline. */
  readonly milliseconds: number;
}

export interface SlowStatements {
  readonly overMilliseconds: number;
  readonly report: (statement: SlowStatement) => void;
}

export interface StatementMeter {
  readonly counts: StatementCounts;
  /** Called when a statement is sent; returns the function to call at its answer. */
  sent(text: string): () => void;
  ended(as: "committed" | "rolledBack" | "failed"): void;
  retried(): void;
}

export function meterStatements(slow?: SlowStatements): StatementMeter {
  const counts = { statements: 0, slowStatements: 0, committed: 0, rolledBack: 0, failed: 0, retries: 0 };
  const nothing = (): void => undefined;
  const measured = (text: string, { overMilliseconds, report }: SlowStatements): (() => void) => {
    const began = performance.now();
    return () => {
      const milliseconds = performance.now() - began;
      if (milliseconds < overMilliseconds) return;
      counts.slowStatements++;
      report({ text, milliseconds: Math.round(milliseconds) });
    };
  };
  return {
    counts,
    sent: (text) => {
      counts.statements++;
      return slow ? measured(text, slow) : nothing;
    },
    ended: (as) => void counts[as]++,
    retried: () => void counts.retries++,
  };
}
