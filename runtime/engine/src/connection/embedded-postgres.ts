/**
 * Starts the embedded PostgreSQL on a data folder and stops it when this process ends, however it ends.
 *
 * PostgreSQL refuses to run as root, so as root it runs as `postgres` or `nobody`; where that user can't enter
 * the folder (one under /root), the cluster is in /var/lib/nonet and the folder refers to it. A shell holds our
 * end of a pipe and stops the server when it closes, so that a kill -9 leaves nothing behind.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, chownSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { LaunchProblem } from "./launch-problem.ts";
import { type Binaries, postgresBinaries } from "./postgres-binaries.ts";

export interface Postgres {
  /** For `pg`: a Unix socket only this user can reach. */
  readonly url: string;
  stop(): Promise<void>;
}

const major = "18";
/** PostgreSQL's `max_pred_locks_per_transaction`. With the default, a rule that reads fifty records conflicts with every change of the table. */
export const readLocksWanted = 1024;
const settings = [
  "listen_addresses=",
  "max_connections=60",
  "shared_buffers=128MB",
  "default_transaction_isolation=read committed",
  "log_min_messages=warning",
  "timezone=UTC",
  "datestyle=ISO",
  "jit=off",
  `max_pred_locks_per_transaction=${readLocksWanted}`,
];

interface Shared {
  readonly postgres: Promise<Postgres>;
  users: number;
}

const running = new Map<string, Shared>();
/** Servers that are stopping; the next start on the folder waits for them. */
const ending = new Map<string, Promise<void>>();

/** Within this process a folder's server is shared, and stops with its last user. */
export async function launchPostgres(folder: string): Promise<Postgres> {
  const home = resolve(folder);
  await ending.get(home);
  const shared = running.get(home) ?? { postgres: launch(home), users: 0 };
  running.set(home, shared);
  shared.users++;
  try {
    const { url } = await shared.postgres;
    let left = false;
    return { url, stop: async () => void (left || ((left = true), await leave(home, shared))) };
  } catch (error) {
    if (running.get(home) === shared) running.delete(home);
    throw error;
  }
}

async function leave(home: string, shared: Shared): Promise<void> {
  if (--shared.users > 0) return;
  running.delete(home);
  const gone = shared.postgres.then((postgres) => postgres.stop());
  ending.set(home, gone);
  await gone.finally(() => ending.delete(home));
}

/** The version of the data folder's layout. */
const format = "1";

function checkFormat(home: string): void {
  const file = join(home, "nonet-format");
  if (!existsSync(file)) return writeFileSync(file, `${format}\n`);
  const found = readFileSync(file, "utf8").trim();
  if (found !== format)
    throw new LaunchProblem(`The data folder ${home} has the layout ${found}, and this Nonet reads the layout ${format}. Use the Nonet that created it, or another --data folder.`);
}

async function launch(home: string): Promise<Postgres> {
  const binaries = postgresBinaries();
  makeFolder(home);
  checkFormat(home);
  const user = serverUser();
  const cluster = placeCluster(home, user);
  await initialise(cluster, binaries, user);
  const sockets = socketFolder(cluster, user);
  const url = `postgres://postgres@${encodeURIComponent(sockets)}/postgres`;
  if (await isLive(cluster)) return { url, stop: async () => {} };
  return start(cluster, sockets, url, binaries, user);
}

interface User {
  readonly uid: number;
  readonly gid: number;
}

function makeFolder(home: string): void {
  try {
    mkdirSync(home, { recursive: true });
  } catch (error) {
    throw new LaunchProblem(`The data folder ${home} can't be created (${(error as NodeJS.ErrnoException).code}). Choose another with --data.`);
  }
}

/** Null: run as the current user. */
function serverUser(): User | null {
  if (process.getuid?.() !== 0) return null;
  const rows = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  for (const name of ["postgres", "nobody"]) {
    const row = rows.find((r) => r[0] === name);
    if (row) return { uid: Number(row[2]), gid: Number(row[3]) };
  }
  throw new LaunchProblem("PostgreSQL doesn't run as root and this machine has no user postgres or nobody. Run as another user, or use your own database with --database URL.");
}

function placeCluster(home: string, user: User | null): string {
  const inside = join(home, "postgres");
  refuseOthers(home, inside);
  if (!user || canEnter(home)) return owned(inside, user);
  const elsewhere = join("/var/lib/nonet", createHash("sha256").update(home).digest("hex").slice(0, 16));
  mkdirSync("/var/lib/nonet", { recursive: true, mode: 0o755 });
  writeFileSync(join(home, "where-the-database-is.txt"), `${elsewhere}\n`);
  return owned(elsewhere, user);
}

/** PostgreSQL runs only as the owner of its files. */
function refuseOthers(home: string, cluster: string): void {
  const me = process.getuid?.() ?? 0;
  if (me === 0) return;
  const owner = statSync(existsSync(cluster) ? cluster : home).uid;
  if (owner !== me) throw new LaunchProblem(`The data folder ${home} belongs to another user (${owner}, you are ${me}). Run as that user, or choose another with --data.`);
}

function owned(cluster: string, user: User | null): string {
  mkdirSync(cluster, { recursive: true, mode: 0o700 });
  if (user) chownSync(cluster, user.uid, user.gid);
  return cluster;
}

/** Whether any user may enter this folder. */
function canEnter(path: string): boolean {
  for (let at = path; ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

async function initialise(cluster: string, binaries: Binaries, user: User | null): Promise<void> {
  const versionFile = join(cluster, "PG_VERSION");
  if (existsSync(versionFile)) {
    const found = readFileSync(versionFile, "utf8").trim();
    if (found !== major)
      throw new LaunchProblem(
        `The data folder ${cluster} was made by PostgreSQL ${found}, this is ${major}; start with another --data folder, or restore a backup into a new one.`,
      );
    return;
  }
  const options = [
    "-D",
    cluster,
    "-U",
    "postgres",
    "--auth=trust",
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
    "--no-instructions",
    "--no-sync",
  ];
  const { code, output } = await run(binaries.initdb, options, user, binaries.environment);
  if (code !== 0) {
    rmSync(cluster, { recursive: true, force: true });
    throw new LaunchProblem(`The database in ${cluster} can't be created: ${output.trim().split("\n").at(-1) ?? "initdb failed"}`);
  }
}

async function run(command: string, args: readonly string[], user: User | null, env: NodeJS.ProcessEnv): Promise<{ code: number; output: string }> {
  const child = spawn(command, [...args], { cwd: "/", env, stdio: ["ignore", "pipe", "pipe"], ...user });
  let output = "";
  child.stdout.on("data", (d) => (output += d));
  child.stderr.on("data", (d) => (output += d));
  return new Promise((done) => {
    child.on("error", (error) => done({ code: 1, output: error.message }));
    child.on("close", (code) => done({ code: code ?? 1, output }));
  });
}

/** A short path, since a socket's has at most 107 characters. */
function socketFolder(cluster: string, user: User | null): string {
  const folder = join(tmpdir().length < 60 ? tmpdir() : "/tmp", `nonet-${createHash("sha256").update(cluster).digest("hex").slice(0, 12)}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  if (user) chownSync(folder, user.uid, user.gid);
  return folder;
}

/** True where a server answers for this cluster; waits while one is going down. */
async function isLive(cluster: string): Promise<boolean> {
  for (let tries = 0; tries < 100; tries++) {
    const state = postmaster(cluster);
    if (!state || !alive(state.pid)) return false;
    if (state.status === "ready" && tries >= 20) return true;
    await sleep(50);
  }
  return true;
}

function postmaster(cluster: string): { pid: number; status: string } | null {
  try {
    const lines = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
    return { pid: Number(lines[0]), status: (lines[7] ?? "").trim() };
  } catch {
    return null;
  }
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("postgres");
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

async function start(cluster: string, sockets: string, url: string, binaries: Binaries, user: User | null): Promise<Postgres> {
  rmSync(join(cluster, "postmaster.pid"), { force: true });
  const log = openSync(join(cluster, "server.log"), "a");
  if (user) chownSync(join(cluster, "server.log"), user.uid, user.gid);
  const args = ["-D", cluster, "-k", sockets, ...settings.flatMap((s) => ["-c", s])];
  const script = '"$0" "$@" & p=$!; cat >/dev/null; kill -INT $p; wait $p';
  const child = spawn("/bin/sh", ["-c", script, binaries.postgres, ...args], { cwd: "/", env: binaries.environment, stdio: ["pipe", log, log], detached: true, ...user });
  child.unref();
  for (let tries = 0; tries < 3000; tries++) {
    if (postmaster(cluster)?.status === "ready") return { url, stop: () => stop(child) };
    if (child.exitCode !== null) break;
    await sleep(10);
  }
  await stop(child);
  const why = readFileSync(join(cluster, "server.log"), "utf8").trim().split("\n").at(-1);
  throw new LaunchProblem(`The database in ${cluster} doesn't start: ${why ?? "no reason given"}`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = new Promise((done) => child.once("exit", done));
  child.ref();
  child.stdin?.end();
  await gone;
}
