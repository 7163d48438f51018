/** Prints what an import has made of its source: the account, what is open, and what people's changes kept. */
import type { BulkOutcome } from "@nonet/engine";
import { totalOf, totalsByKind, type Conflict } from "@nonet/import";
import { print } from "../terminal/print.ts";
import type { Written } from "./write-import.ts";

/** Reasons that many objects share are printed once. */
const maxReasons = 15;
const maxConflicts = 20;

export function printImport(path: string, { account, merged }: Written): void {
  print(merged ? `Merged into ${path}.` : `Wrote ${path}.`);
  print(`${totalOf(account)}.`);
  for (const line of totalsByKind(account)) print(`  ${line}`);
  const reasons = new Map<string, string[]>();
  for (const { id, outcome } of account.entries) if (outcome.kind === "open") reasons.set(outcome.reason, [...(reasons.get(outcome.reason) ?? []), id]);
  if (reasons.size > 0) print("Open:");
  for (const [reason, ids] of [...reasons].slice(0, maxReasons)) print(`  ${ids.slice(0, 3).join(", ")}${ids.length > 3 ? ` and ${ids.length - 3} more` : ""}: ${reason}`);
  if (reasons.size > maxReasons) print(`  … and ${reasons.size - maxReasons} other reasons, in the document.`);
  if (!merged) return;
  print(`Since the last import: ${merged.added} statements added, ${merged.changed} changed, ${merged.removed} removed; ${merged.kept} that were edited by hand stay as they are.`);
  if (merged.conflicts.length > 0) print("Changed by hand and in the source (the document keeps what was written by hand):");
  for (const one of merged.conflicts.slice(0, maxConflicts)) printConflict(one);
  if (merged.conflicts.length > maxConflicts) print(`  … and ${merged.conflicts.length - maxConflicts} more.`);
}

function printConflict({ source, written, imported }: Conflict): void {
  print(`  ${source}`);
  print(`    document: ${written?.split("\n")[0] ?? "deleted by hand"}`);
  print(`    source:   ${imported?.split("\n")[0] ?? "no longer there"}`);
}

const maxRefusals = 20;

export function printLoaded({ loaded, seconds, records, byEntity, refused, refusals, notes }: BulkOutcome): void {
  for (const note of notes) print(note);
  if (loaded) {
    const filled = byEntity.filter((one) => one.records > 0).length;
    const rate = seconds > 0.5 ? ` in ${seconds.toFixed(1)} seconds (${Math.round(records / seconds).toLocaleString("en")} a second)` : "";
    print(`Loaded ${counted(records)} of ${filled} ${filled === 1 ? "entity" : "entities"}${rate}.`);
  }
  if (refused === 0) return;
  print(`${counted(refused)} ${refused === 1 ? "was" : "were"} refused${loaded ? "" : ", so nothing was loaded"}:`);
  for (const { label, reason } of refusals.slice(0, maxRefusals)) print(`  ${label}: ${reason}`);
  if (refused > maxRefusals) print(`  … and ${(refused - maxRefusals).toLocaleString("en")} more.`);
  if (!loaded) print("Change the document or the source, or load the others with --skip-refused.");
}

const counted = (records: number): string => `${records.toLocaleString("en")} record${records === 1 ? "" : "s"}`;
