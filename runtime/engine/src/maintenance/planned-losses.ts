/** What a plan would lose, with the records that lose it; a type conversion that keeps every value loses nothing. */
import { type ChangeStep, upgrade } from "@nonet/database";
import type { Product } from "@nonet/model";
import type { Connection } from "../connection/contract.ts";
import { recordTitles } from "./record-titles.ts";
import { maxShown } from "./violating-records.ts";

export interface PlannedLoss {
  readonly sentence: string;
  /** The step, without the records. */
  readonly step: string;
  /** 0: everything there is. */
  readonly count: number;
  /** At most 1,000. */
  readonly ids: readonly string[];
}

const maxIds = 1_000;

export async function plannedLosses(connection: Connection, before: Product, steps: readonly ChangeStep[]): Promise<PlannedLoss[]> {
  const losses: PlannedLoss[] = [];
  for (const step of steps) {
    if (step.loses === null) continue;
    const rows = step.losesOnly === undefined ? [] : await connection.rows(upgrade.counted(step.losesOnly, maxIds));
    if (step.losesOnly !== undefined && rows.length === 0) continue;
    const ids = rows.map((r) => r["id"] as string);
    const shown = ids.slice(0, maxShown);
    const count = Number(rows[0]?.["count"] ?? 0);
    const counted = count === 0 ? "" : ` (${count} of them: ${(await recordTitles(connection, before, step.of ?? "", shown)).join(", ")}${count > shown.length ? ", …" : ""})`;
    losses.push({ sentence: `${step.sentence} This would lose ${step.loses}${counted}`, step: step.sentence, count, ids });
  }
  return losses;
}

export const lossesOf = async (connection: Connection, before: Product, steps: readonly ChangeStep[]): Promise<string[]> =>
  (await plannedLosses(connection, before, steps)).map(({ sentence }) => sentence);

/** What of an approved loss is stored, so that a later one can be compared. */
export const comparable = (losses: readonly PlannedLoss[]): readonly Omit<PlannedLoss, "sentence">[] => losses.map(({ step, count, ids }) => ({ step, count, ids }));

/** Whether something would be lost that wasn't to be lost when it was approved. */
export function losesMore(approved: readonly Omit<PlannedLoss, "sentence">[], now: readonly PlannedLoss[]): boolean {
  return now.some(({ step, count, ids }) => {
    const before = approved.find((one) => one.step === step);
    if (!before || count > before.count) return true;
    // Of more records than are stored only the number is compared.
    return before.ids.length === before.count && ids.some((id) => !before.ids.includes(id));
  });
}
