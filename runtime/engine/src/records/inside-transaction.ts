/** Several changes in one transaction, each of which can be taken back by itself. */
import type { Database, Transaction } from "../connection/contract.ts";

/** A database whose transactions are savepoints of this one; their deferred constraints are checked at once. */
export function insideTransaction(connection: Transaction, database: Database): Database {
  const run = (text: string): Promise<unknown> => connection.rows({ text, values: [] });
  return {
    ...database,
    rows: connection.rows,
    row: connection.row,
    all: connection.all,
    transaction: async (context) => {
      await run("savepoint inside");
      try {
        const { commit, value } = await context(connection);
        if (commit) for (const text of ["set constraints all immediate", "set constraints all deferred"]) await run(text);
        await run(commit ? "release savepoint inside" : "rollback to savepoint inside");
        return value;
      } catch (error) {
        await run("rollback to savepoint inside");
        throw error;
      }
    },
  };
}
