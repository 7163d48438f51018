/** Starts `nonet` as a person would: a process of its own, with what it says to both outputs. */
import { spawn, type ChildProcess } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const bin = join(root, "apps/cli/bin/nonet.mjs");

export interface Said {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a command to its end. */
export function nonet(args: readonly string[], more: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {}): Promise<Said> {
  const child = start(args, more);
  return new Promise((resolve) => child.process.on("close", (code) => resolve({ code, out: child.out(), err: child.err() })));
}

export interface Running {
  readonly address: string;
  readonly err: () => string;
  readonly out: () => string;
  readonly process: ChildProcess;
  /** Stops it politely; gives the exit code. */
  stop(): Promise<number | null>;
}

/** Runs a product on a free port, or the one that `args` name, and resolves when it says its address; `args` come after `run`. */
export function runProduct(args: readonly string[], more: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {}): Promise<Running> {
  const child = start(["run", ...args, ...(args.includes("--port") ? [] : ["--port", "0"])], more);
  return new Promise((resolve, reject) => {
    const ended = new Promise<number | null>((done) => child.process.on("close", done));
    void ended.then((code) => reject(new Error(`ended with ${code} before it answered:\n${child.out()}${child.err()}`)));
    child.process.stdout!.on("data", () => {
      const address = /answers at (http:\/\/\S+)/.exec(child.out())?.[1];
      if (!address) return;
      resolve({ address: address.replace(/\/$/, ""), err: child.err, out: child.out, process: child.process, stop: () => (child.process.kill("SIGTERM"), ended) });
    });
  });
}

/** A folder of its own, gone after the tests. */
export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "nonet-"));
  chmodSync(path, 0o711);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

function start(args: readonly string[], { cwd, env }: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> }) {
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== "DATABASE_URL"));
  const child = spawn(process.execPath, [bin, ...args], { cwd: cwd ?? root, env: { ...clean, ...env } });
  let out = "";
  let err = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
  return { process: child as ChildProcess, out: () => out, err: () => err };
}
