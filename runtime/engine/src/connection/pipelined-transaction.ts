/** A transaction whose statements may be sent without waiting for the ones before. */
import type { Query } from "@nonet/database";
import type { Connection, Row, Transaction } from "./contract.ts";
import { connectionOf } from "./send-on-client.ts";

interface Pipelined extends Transaction {
  /** Nothing more may be sent: the connection goes back to the pool. */
  end(): void;
  /** Waits for everything that was sent. */
  settled(): Promise<void>;
  /** The error of the first statement that wasn't waited for; those after it only report that the transaction is aborted. */
  failed(): unknown;
  /** The first error of any statement: of two parallel statements the second may be rejected first. */
  first(): unknown;
}

/** After a savepoint every statement is waited for, because its result belongs to a step that may be rolled back. */
export function pipelineOn(connection: Connection): Pipelined {
  const sent: Promise<void>[] = [];
  const failures: unknown[] = [];
  let first: unknown;
  let stepwise = false;
  let over = false;
  const rows = async (query: Query): Promise<readonly Row[]> => {
    if (over) throw new Error("The transaction is over.");
    stepwise ||= query.text.startsWith("savepoint");
    if (query.text.startsWith("rollback to")) first = undefined;
    try {
      return await connection.rows(query);
    } catch (error) {
      first ??= error;
      throw error;
    }
  };
  return {
    ...connectionOf(rows),
    later: async (query) => {
      if (stepwise) return void (await rows(query));
      sent.push(
        rows(query).then(
          () => undefined,
          (error: unknown) => void failures.push(error),
        ),
      );
    },
    end: () => void (over = true),
    settled: async () => {
      await Promise.all(sent);
      if (failures.length > 0) throw failures[0];
    },
    failed: () => failures[0],
    first: () => first,
  };
}
