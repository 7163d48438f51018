/** The results of a run as a Markdown table, a row for each kind of task. */
import type { Verdict } from "./judge.ts";
import { type TaskKind, taskKinds } from "./task.ts";

export interface TaskResult {
  readonly kind: TaskKind;
  readonly verdict: Verdict;
  readonly checks: number;
  readonly seconds: number;
  readonly isLate: boolean;
}

export function resultTable(results: readonly TaskResult[]): string {
  const heads = [
    "Kind",
    "Tasks",
    "Solved",
    "Errors left",
    "Rounds of check (median)",
    "Invented statements",
    "Lost statements",
    "Left-over statements",
    "Closed open points",
    "Failed Examples",
    "Seconds (median)",
  ];
  const rows = taskKinds
    .filter((kind) => results.some((one) => one.kind === kind))
    .map((kind) =>
      rowOf(
        kind,
        results.filter((one) => one.kind === kind),
      ),
    );
  return [heads, heads.map(() => "---"), ...rows, rowOf("all", results)].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function rowOf(name: string, results: readonly TaskResult[]): readonly string[] {
  const sum = (list: "errors" | "invented" | "lost" | "leftOver" | "closed" | "failed"): number => results.reduce((count, { verdict }) => count + verdict[list].length, 0);
  const solved = results.filter(({ verdict }) => verdict.solved).length;
  const figures = [
    results.length,
    solved,
    sum("errors"),
    median(results.map(({ checks }) => checks)),
    sum("invented"),
    sum("lost"),
    sum("leftOver"),
    sum("closed"),
    sum("failed"),
    median(results.map(({ seconds }) => seconds)).toFixed(1),
  ];
  return [name, ...figures.map(String)];
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
