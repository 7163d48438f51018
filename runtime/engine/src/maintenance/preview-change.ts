/**
 * What a new version of the document would do to the records of a running product: streamed, and taken back.
 *
 * It reads in a transaction of its own that is rolled back, so people go on working meanwhile. The records may change
 * afterwards: the answer names the moment and the number of records on which it was evaluated.
 */
import { bulk, nameInPreviousVersion, system } from "@nonet/database";
import type { Product } from "@nonet/model";
import type { Database } from "../connection/contract.ts";
import type { ChangePreview } from "../contract/change-preview.ts";
import { lossesOf } from "./planned-losses.ts";
import { planSentences, planSwitch } from "./switch-version.ts";
import { violationsOneByOne } from "./violating-records.ts";

/** Ends early when the signal aborts. */
export async function previewChange(database: Database, document: Product, report: (part: ChangePreview) => void, signal: AbortSignal): Promise<void> {
  const stored = await database.row(system.readMeta);
  if (!stored) return;
  const before = stored["product"] as Product;
  const after = nameInPreviousVersion(before, document);
  const at = new Date().toISOString();
  const plan = await planSwitch(database, before, after);
  for (const sentence of planSentences(before, after, plan)) report({ kind: "change", sentence });
  await database.alone(async (connection) => {
    for (const sentence of await lossesOf(connection, before, plan.switchover)) report({ kind: "loss", sentence });
    for await (const violation of violationsOneByOne(connection, before, after)) {
      // Leaving the loop rolls the transaction back.
      if (signal.aborted) return;
      report({ kind: "violation", ...violation });
    }
    let records = 0;
    for (const entity of before.entities) records += Number((await connection.row(bulk.count(entity)))?.["count"] ?? 0);
    report({ kind: "judged", at, records });
  });
}
