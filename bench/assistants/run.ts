/**
 * `npm run bench:assistants -- --assistant "COMMAND" [--kind KIND] [--only TEXT] [--time-limit SECONDS] [--without-guide] [--details]`
 * measures how well an assistant writes and changes specifications; `--prove` shows that the tasks themselves are sound.
 *
 * COMMAND is run once for each task, in a folder with `specification.md`, `TASK.md` (also on its standard input), `GUIDE.md`
 * and `npx nonet`. What it leaves in `specification.md` is evaluated by Examples that it hasn't seen.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { judge, type RunExamples } from "./judge.ts";
import { faultsOf, reasonsOf } from "./prove-tasks.ts";
import { runAssistant } from "./run-assistant.ts";
import { startExampleRunner } from "./run-hidden-examples.ts";
import { resultTable, type TaskResult } from "./result-table.ts";
import { readTasks, type Task } from "./task.ts";

const { values } = parseArgs({
  options: {
    assistant: { type: "string" },
    kind: { type: "string" },
    only: { type: "string", default: "" },
    "time-limit": { type: "string", default: "300" },
    "without-guide": { type: "boolean", default: false },
    details: { type: "boolean", default: false },
    prove: { type: "boolean", default: false },
  },
});

const timeLimitSeconds = Number(values["time-limit"]);
const tasks = readTasks().filter(({ name, kind }) => name.includes(values.only) && (values.kind === undefined || kind === values.kind));

if (!values.prove && values.assistant === undefined) stop('Name an assistant: npm run bench:assistants -- --assistant "COMMAND". Or prove the tasks: --prove.');
else if (!(timeLimitSeconds > 0)) stop("--time-limit takes a number of seconds.");
else if (tasks.length === 0) stop("No task matches --kind and --only. Kinds are: specify, change, mend, leave open.");
else await withRunner(values.prove ? prove : measure);

function stop(message: string): void {
  console.error(message);
  process.exitCode = 2;
}

async function withRunner(use: (run: RunExamples) => Promise<void>): Promise<void> {
  const runner = await startExampleRunner();
  try {
    await use(runner.run);
  } finally {
    await runner.stop();
  }
}

async function prove(run: RunExamples): Promise<void> {
  let faults = 0;
  for (const task of tasks) {
    for (const fault of await faultsOf(task, run)) {
      console.log(fault);
      faults++;
    }
  }
  console.log(`${tasks.length} tasks, ${faults} faults`);
  process.exitCode = faults === 0 ? 0 : 1;
}

async function measure(run: RunExamples): Promise<void> {
  const results: TaskResult[] = [];
  for (const task of tasks) {
    const result = await resultOf(task, run);
    results.push(result);
    console.error(`${result.verdict.solved ? "solved" : "FAILED"}  ${task.name}${result.isLate ? " (time limit)" : ""}`);
    if (values.details) for (const reason of reasonsOf(result.verdict)) console.error(`        ${reason}`);
  }
  console.log(resultTable(results));
}

async function resultOf(task: Task, run: RunExamples): Promise<TaskResult> {
  const guide = values["without-guide"] ? null : readFileSync(join(import.meta.dirname, "../../docs/assistants.md"), "utf8");
  const { text, checks, seconds, isLate } = await runAssistant(task, { command: values.assistant!, timeLimitSeconds, guide });
  return { kind: task.kind, verdict: await judge(task, text ?? "", run), checks, seconds, isLate };
}
