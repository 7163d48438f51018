/** Lets a command solve a task in a folder of its own, and counts its checks. */
import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { Task } from "./task.ts";

export interface Attempt {
  /** The document that the assistant left behind; null if it deleted it. */
  readonly text: string | null;
  /** How often it asked for a check, by the command or by the tool. */
  readonly checks: number;
  readonly seconds: number;
  /** Whether the time limit ended it. */
  readonly isLate: boolean;
  readonly exitCode: number | null;
}

export interface AssistantOptions {
  readonly command: string;
  readonly timeLimitSeconds: number;
  /** Null: without a guide, for comparison. */
  readonly guide: string | null;
}

const root = join(import.meta.dirname, "../..");

/** The command starts in the folder, with the task on its standard input and in `TASK.md`; it edits `specification.md` and exits. */
export async function runAssistant(task: Task, { command, timeLimitSeconds, guide }: AssistantOptions): Promise<Attempt> {
  const place = mkdtempSync(join(tmpdir(), "nonet-task-"));
  const folder = join(place, "work");
  const log = join(place, "checks.log");
  try {
    mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
    writeFileSync(join(folder, "specification.md"), task.start);
    writeFileSync(join(folder, "TASK.md"), promptOf(task, guide !== null));
    if (guide !== null) writeFileSync(join(folder, "GUIDE.md"), guide);
    writeFileSync(join(folder, "node_modules/.bin/nonet"), countingCommand(log));
    chmodSync(join(folder, "node_modules/.bin/nonet"), 0o755);
    const from = performance.now();
    const ended = await runCommand(command, folder, promptOf(task, guide !== null), timeLimitSeconds);
    const file = join(folder, "specification.md");
    return {
      ...ended,
      seconds: (performance.now() - from) / 1000,
      text: existsSync(file) ? readFileSync(file, "utf8") : null,
      checks: existsSync(log) ? readFileSync(log, "utf8").split("\n").length - 1 : 0,
    };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

export function promptOf({ kind, brief }: Task, hasGuide: boolean): string {
  const what = kind === "specify" ? "specification.md holds nine points that are not shown. Fill in what the brief says" : "Edit specification.md as the brief says";
  return [
    brief.trim(),
    "",
    "---",
    "",
    `${what}, in this folder. Write nothing that the brief doesn't say: what it leaves open stays "not shown".`,
    `\`npx nonet check specification.md\` checks it, \`npx nonet test specification.md\` runs its Examples; \`npx nonet mcp\` offers both as tools.${hasGuide ? " Read GUIDE.md first." : ""}`,
    "Exit when you are done.",
    "",
  ].join("\n");
}

/** Runs the workspace's `nonet`, and writes a line for each check: by the command, or by a tool call that passes through. */
function countingCommand(log: string): string {
  const real = JSON.stringify(join(root, "apps/cli/bin/nonet.mjs"));
  return `#!${process.execPath}
const { spawn } = require("node:child_process");
const { appendFileSync } = require("node:fs");
const args = process.argv.slice(2);
const count = () => appendFileSync(${JSON.stringify(log)}, "check\\n");
if (args[0] === "check") count();
const isTools = args[0] === "mcp";
const child = spawn(process.execPath, [${real}, ...args], { stdio: [isTools ? "pipe" : "inherit", "inherit", "inherit"] });
if (isTools) {
  process.stdin.on("data", (data) => {
    for (const _ of String(data).matchAll(/"name"\\s*:\\s*"nonet_check"/g)) count();
    child.stdin.write(data);
  });
  process.stdin.on("end", () => child.stdin.end());
}
child.on("exit", (code) => process.exit(code ?? 1));
`;
}

function runCommand(command: string, folder: string, input: string, limit: number): Promise<{ readonly isLate: boolean; readonly exitCode: number | null }> {
  return new Promise((resolve, reject) => {
    const path = [join(folder, "node_modules/.bin"), process.env["PATH"]].join(delimiter);
    // A process group of its own, so that the time limit also ends what the command started.
    const child = spawn(command, { cwd: folder, shell: true, detached: true, stdio: ["pipe", "ignore", "inherit"], env: { ...process.env, PATH: path } });
    let isLate = false;
    const end = (): void => {
      try {
        process.kill(-child.pid!, "SIGKILL");
      } catch {
        // The group has ended.
      }
    };
    const timer = setTimeout(() => ((isLate = true), end()), limit * 1000);
    child.on("error", reject);
    child.on("exit", (exitCode) => {
      clearTimeout(timer);
      end();
      resolve({ isLate, exitCode });
    });
    // A command may end without reading.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}
