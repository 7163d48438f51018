/** Applies pending renames and removals of fields to the history: renamed fields, and personal fields that the document no longer has. */
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
