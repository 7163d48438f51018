/**
 * The tasks for assistants (bench/assistants) judge what they claim to: each accepts its author's solution, and refuses its
 * untouched start and one that invents. A few run on the engine here; `npm run test:long` runs them all.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { judge, judgeText } from "../../bench/assistants/judge.ts";
import { faultsOf } from "../../bench/assistants/prove-tasks.ts";
import { runAssistant } from "../../bench/assistants/run-assistant.ts";
import { resultTable } from "../../bench/assistants/result-table.ts";
import { exampleRunner } from "../../bench/assistants/run-hidden-examples.ts";
import { readTasks, taskKinds, type TaskKind } from "../../bench/assistants/task.ts";
import { freshDatabase } from "../shared-postgres.ts";

const tasks = readTasks();
const named = (name: string) => tasks.find((task) => task.name === name)!;

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "nonet-tasks-"))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("there are 60 tasks of four kinds, from at least twelve domains, each with a name of its own", () => {
  const ofKind = (kind: TaskKind): number => tasks.filter((task) => task.kind === kind).length;
  expect(Object.fromEntries(taskKinds.map((kind) => [kind, ofKind(kind)]))).toEqual({ specify: 15, change: 20, mend: 12, "leave open": 13 });
  expect(new Set(tasks.map(({ domain }) => domain)).size).toBeGreaterThanOrEqual(12);
  expect(new Set(tasks.map(({ name }) => name)).size).toBe(60);
});

it("each has something that only a right solution passes", () => {
  expect(tasks.filter(({ hidden, open }) => hidden === "" && open.length === 0)).toEqual([]);
  expect(tasks.filter(({ kind, open }) => kind === "leave open" && open.length === 0)).toEqual([]);
});

it("each accepts its reference and refuses a solution that invents, as far as that shows without a database", async () => {
  expect((await Promise.all(tasks.map((task) => faultsOf(task, null)))).flat()).toEqual([]);
});

const onEngine = process.env["NONET_LONG"] ? tasks : ["bicycle-repairs-reopen", "water-complaints-smell", "volunteer-shifts-same-day", "freight-unassign"].map(named);

it.each(onEngine)("$name accepts its reference and refuses its untouched start on the engine", { timeout: 120_000 }, async (task) => {
  expect(await faultsOf(task, exampleRunner(freshDatabase, folder))).toEqual([]);
});

describe("a solution is refused that", () => {
  const task = named("water-complaints-smell");

  it("has errors", () => expect(judgeText(task, task.reference.replace("long text", "longish text")).errors).toHaveLength(1));

  it("changes a line that the brief leaves alone", () =>
    expect(judgeText(task, task.reference.replace("at most 2000 characters", "at most 3000 characters")).lost).toEqual([expect.stringContaining("description")]));

  it("decides what is open", () => {
    const open = named("bakery-limit-undecided");
    expect(judgeText(open, open.start).closed).toEqual(["largest order"]);
  });

  it("keeps what the brief takes back", () => {
    const open = named("volunteer-shifts-no-roles-yet");
    const { invented, leftOver } = judgeText(open, open.start);
    expect(invented).toEqual([]);
    expect(leftOver).toContain("role Volunteer");
  });

  it("deletes the Example that fails", () => {
    const mend = named("freight-unassign");
    expect(judgeText(mend, mend.reference.slice(0, mend.reference.indexOf("\nExample:"))).lost).toContainEqual(expect.stringMatching(/^Example: an unassigned load/));
  });

  it("gives a role more than the brief says", () => {
    const specify = named("freight-from-scratch");
    expect(judgeText(specify, specify.reference.replace("| read own |", "| read |")).invented).toEqual(["Driver may read Load"]);
  });
});

describe("an assistant", () => {
  const task = named("water-complaints-smell");

  it("gets the brief, the document and the guide, and its checks are counted", async () => {
    const command = `grep -q smell && test -s GUIDE.md && npx nonet check specification.md && sed -i 's/taste, leak/taste, smell, leak/' specification.md`;
    const attempt = await runAssistant(task, { command, timeLimitSeconds: 60, guide: "The guide." });
    expect(attempt).toMatchObject({ checks: 1, isLate: false, exitCode: 0, text: task.reference });
    const { text, ...figures } = attempt;
    expect(resultTable([{ ...figures, kind: "change", verdict: judgeText(task, text!) }])).toContain("| change | 1 | 1 | 0 | 1 | 0 | 0 | 0 | 0 | 0 |");
  });

  it("ends at its time limit, and what it wrote is evaluated", async () => {
    const attempt = await runAssistant(task, { command: "sleep 60", timeLimitSeconds: 0.2, guide: null });
    expect(attempt).toMatchObject({ isLate: true, checks: 0, text: task.start });
    expect((await judge(task, attempt.text!, () => Promise.resolve([]))).solved).toBe(false);
  });
});
