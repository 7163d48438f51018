/** Prints the list of versions, and what differs between two of them. */
import type { VersionData, VersionDifference } from "@nonet/api";
import { print } from "../terminal/print.ts";

export function printVersions(versions: readonly VersionData[]): void {
  for (const { number, version, at, by, reason, plan, losses, approvedBy, isRunning } of versions) {
    print(`${number}  ${at.slice(0, 16).replace("T", " ")} UTC  ${version.slice(0, 12)}${by === "" ? "" : `  ${by}`}${isRunning ? "  (live)" : ""}`);
    if (reason !== "") print(`   Why: ${reason}`);
    if (approvedBy.length > 0) print(`   Approved by ${approvedBy.join(", ")}.`);
    for (const sentence of plan) print(`   - ${sentence}`);
    for (const sentence of losses) print(`   - LOST: ${sentence}`);
  }
}

const marks = { same: " ", added: "+", removed: "-" } as const;

/** Returns 1 if something differs. */
export function printDifference({ text, sentences, permissions, textOnly }: VersionDifference): number {
  if (text.length === 0) {
    print("The texts are the same.");
    return 0;
  }
  if (textOnly !== null) print(textOnly);
  if (sentences.length > 0) print("What the product does:");
  for (const { before, after } of sentences) {
    if (before !== null) print(`  - ${before}`);
    if (after !== null) print(`  + ${after}`);
  }
  if (permissions.length > 0) print("Who may do what:");
  for (const { kind, sentence } of permissions) print(`  ${kind === "gains" ? "+" : "-"} ${sentence}`);
  print("Text:");
  for (const { file, parts } of text)
    for (const { line, lines } of parts) {
      print(`  ${file}:${line}`);
      for (const one of lines) print(`    ${marks[one.kind]}${one.text}`);
    }
  return 1;
}
