/** Has the history follow fields that are called otherwise or, being personal, are gone (history-keys.ts), as far as it hasn't. */
import { historyKeys } from "@nonet/database";
import type { Connection } from "../connection/contract.ts";

export async function renameHistoryKeys(connection: Pick<Connection, "rows">, isStopped: () => boolean = () => false): Promise<void> {
  for (const { note } of await connection.rows(historyKeys.notes)) {
    const one = String(note);
    do if (isStopped()) return;
    while (((await connection.rows(historyKeys.batch(one)))[0]?.["last"] ?? null) !== null);
    await connection.rows(historyKeys.done(one));
  }
}
