/**
 * Starts the embedded PostgreSQL on a data folder and stops it when this process ends, however it ends.
 *
 * PostgreSQL refuses to run as root, so as root it runs as `postgres` or `nobody` (server-user.ts). A shell holds our
 * end of a pipe and stops the server when it closes, so that a kill -9 leaves nothing behind.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { chownSync, existsSync, lstatSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ensurePassword, isSecured, readPassword, setPassword, withPasswordFile, writeAccessRules } from "./cluster-password.ts";
import { noteDataFolder, placeCluster } from "./cluster-place.ts";
import { LaunchProblem } from "./launch-problem.ts";
import { type Binaries, postgresBinaries } from "./postgres-binaries.ts";
import { type ServerUser, serverUser } from "./server-user.ts";

export interface Postgres {
  /** For `pg`: a Unix socket that only this user can reach, with the password. */
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
  await initialise(home, cluster, binaries, user);
  noteDataFolder(home, cluster);
  if (await isLive(cluster)) return { url: urlOf(readPassword(home), liveSockets(cluster, user)), stop: async () => {} };
  // A file that names a process which is gone, or another program, would keep the server from starting.
  rmSync(join(cluster, "postmaster.pid"), { force: true });
  await secure(home, cluster, binaries, user);
  return start(cluster, readPassword(home), binaries, user);
}

const urlOf = (password: string | null, sockets: string): string => `postgres://postgres${password === null ? "" : `:${password}`}@${encodeURIComponent(sockets)}/postgres`;

function makeFolder(home: string): void {
  try {
    mkdirSync(home, { recursive: true });
  } catch (error) {
    throw new LaunchProblem(`The data folder ${home} can't be created (${(error as NodeJS.ErrnoException).code}). Choose another with --data.`);
  }
}

async function initialise(home: string, cluster: string, binaries: Binaries, user: ServerUser | null): Promise<void> {
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
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
    "--no-instructions",
    "--no-sync",
  ];
  const { code, output } = await withPasswordFile(ensurePassword(home), user, (file) => run(binaries.initdb, [...options, `--pwfile=${file}`], user, binaries.environment));
  if (code !== 0) {
    rmSync(cluster, { recursive: true, force: true });
    throw new LaunchProblem(`The database in ${cluster} can't be created: ${output.trim().split("\n").at(-1) ?? "initdb failed"}`);
  }
}

/**
 * Lets in only those who know the password. A database made by an earlier version of Nonet let in every local user; its
 * password is set before the server starts, and again if this was interrupted.
 */
async function secure(home: string, cluster: string, binaries: Binaries, user: ServerUser | null): Promise<void> {
  if (isSecured(home, cluster)) return;
  const { code, output } = await run(binaries.postgres, ["--single", "-D", cluster, "postgres"], user, binaries.environment, setPassword(ensurePassword(home)));
  if (code !== 0 || /\b(ERROR|FATAL|PANIC):/.test(output))
    throw new LaunchProblem(`The database in ${cluster} can't be given a password: ${lastLine(output) ?? "no reason given"}`);
  writeAccessRules(cluster, user);
}

async function run(command: string, args: readonly string[], user: ServerUser | null, env: NodeJS.ProcessEnv, input = ""): Promise<{ code: number; output: string }> {
  const child = spawn(command, [...args], { cwd: "/", env, stdio: ["pipe", "pipe", "pipe"], ...runAs(user) });
  let output = "";
  child.stdout.on("data", (d) => (output += d));
  child.stderr.on("data", (d) => (output += d));
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  return new Promise((done) => {
    child.on("error", (error) => done({ code: 1, output: error.message }));
    child.on("close", (code) => done({ code: code ?? 1, output }));
  });
}

const runAs = (user: ServerUser | null): { readonly uid?: number; readonly gid?: number } => (user ? { uid: user.uid, gid: user.gid } : {});
const lastLine = (text: string): string | undefined => text.trim().split("\n").at(-1);

/** A new private folder with a short path, since a socket's has at most 107 characters. */
function socketFolder(user: ServerUser | null): string {
  const folder = mkdtempSync(join(tmpdir().length < 60 ? tmpdir() : "/tmp", "nonet-"));
  if (user) chownSync(folder, user.uid, user.gid);
  return folder;
}

/** The socket folder of the server that runs: the server has noted it beside its process. */
function liveSockets(cluster: string, user: ServerUser | null): string {
  const folder = postmaster(cluster)?.sockets ?? "";
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (!found?.isDirectory() || found.uid !== (user?.uid ?? process.getuid?.()) || (found.mode & 0o077) !== 0)
    throw new LaunchProblem(
      `The database in ${cluster} runs, but its socket folder ${folder} is missing or isn't private. Stop the process in ${join(cluster, "postmaster.pid")} and start again.`,
    );
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

function postmaster(cluster: string): { pid: number; sockets: string; status: string } | null {
  try {
    const lines = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
    return { pid: Number(lines[0]), sockets: (lines[4] ?? "").trim(), status: (lines[7] ?? "").trim() };
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

async function start(cluster: string, password: string | null, binaries: Binaries, user: ServerUser | null): Promise<Postgres> {
  const sockets = socketFolder(user);
  const log = openSync(join(cluster, "server.log"), "a");
  if (user) chownSync(join(cluster, "server.log"), user.uid, user.gid);
  const args = ["-D", cluster, "-k", sockets, ...settings.flatMap((s) => ["-c", s])];
  const script = '"$0" "$@" & p=$!; cat >/dev/null; kill -INT $p; wait $p; rmdir "$NONET_SOCKETS"';
  const env = { ...binaries.environment, NONET_SOCKETS: sockets };
  const child = spawn("/bin/sh", ["-c", script, binaries.postgres, ...args], { cwd: "/", env, stdio: ["pipe", log, log], detached: true, ...runAs(user) });
  child.unref();
  for (let tries = 0; tries < 3000; tries++) {
    if (postmaster(cluster)?.status === "ready") return { url: urlOf(password, sockets), stop: () => stop(child) };
    if (child.exitCode !== null) break;
    await sleep(10);
  }
  await stop(child);
  throw new LaunchProblem(`The database in ${cluster} doesn't start: ${lastLine(readFileSync(join(cluster, "server.log"), "utf8")) ?? "no reason given"}`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = new Promise((done) => child.once("exit", done));
  child.ref();
  child.stdin?.end();
  await gone;
}
