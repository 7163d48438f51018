/** Where the house stands, and how its scripts start other programs. Only Node's built-ins: it runs before installation. */
import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const fromRoot = (...parts) => join(root, ...parts);

/** Ends the script with one sentence instead of a stack trace where this Node is too old to go on. */
export function demandNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`Nonet needs Node 20.19 or later; this is ${process.versions.node}. Install a newer Node and try again.`);
  process.exit(2);
}

/** Runs a program at the root with its output shown; resolves to its exit code (1 where it can't start or a signal ended it). */
export function run(command, args, environment = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...environment } });
    child.on("error", (error) => {
      console.error(`${command} can't be started: ${error.message}`);
      resolve(1);
    });
    child.on("close", (code) => resolve(code ?? 1));
  });
}
