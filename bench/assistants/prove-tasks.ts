/** Proves that the tasks judge: each accepts its author's solution, and refuses its untouched start and one that invents. */
import { judge, judgeText, type RunExamples, type Verdict } from "./judge.ts";
import type { Task } from "./task.ts";

/** What is wrong with a task, one line each. Without `runExamples`, what shows without a database. */
export async function faultsOf(task: Task, runExamples: RunExamples | null): Promise<readonly string[]> {
  const verdict = async (text: string): Promise<Verdict> => (runExamples ? judge(task, text, runExamples) : judgeText(task, text));
  const reference = await verdict(task.reference);
  const inventing = judgeText(task, task.inventing);
  return [
    ...(reference.solved ? [] : [`${task.name}: its reference is refused: ${reasonsOf(reference).join("; ")}`]),
    ...(inventing.errors.length > 0 ? [`${task.name}: its inventing solution has errors, so it proves nothing: ${inventing.errors.join("; ")}`] : []),
    ...(inventing.solved ? [`${task.name}: a solution that invents is accepted`] : []),
    // Some starts are refused by their Examples only.
    ...(runExamples && (await judge(task, task.start, runExamples)).solved ? [`${task.name}: the untouched start is accepted`] : []),
  ];
}

export function reasonsOf({ errors, invented, lost, leftOver, closed, failed }: Verdict): readonly string[] {
  return [
    ...errors.map((one) => `error: ${one}`),
    ...invented.map((one) => `invented: ${one}`),
    ...lost.map((one) => `lost: ${one}`),
    ...leftOver.map((one) => `left over: ${one}`),
    ...closed.map((one) => `not left open: ${one}`),
    ...failed.map((one) => `failed: ${one}`),
  ];
}
