/**
 * Runs the embedded PostgreSQL on a data folder: makes its cluster when there is none, reuses one that runs, and
 * leaves none behind: a shell holds our stdin pipe and stops it when we end, however we end.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync, chownSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { type DatabaseUser, databaseUser } from "./database-user.ts";
import { findBinaries } from "./find-binaries.ts";
import { LaunchRefused } from "./launch-refused.ts";
import { type Cluster, placeCluster } from "./place-cluster.ts";
import { keeperLives, pause, runningOn } from "./running-postgres.ts";

export interface LaunchedPostgres {
  readonly url: string;
  /** Lets go of it; the last one to do so in this process stops it. */
  stop(): Promise<void>;
}

interface Kept {
  readonly url: Promise<{ url: string; child: ChildProcess | null }>;
  users: number;
}

const kept = new Map<string, Kept>();
const major = "18";

/** Throws `LaunchRefused` with a sentence for people where the folder or the machine stands against it. */
export async function launchPostgres(folder: string): Promise<LaunchedPostgres> {
  const key = resolve(folder);
  const entry = kept.get(key) ?? { url: launch(key), users: 0 };
  kept.set(key, entry);
  entry.users++;
  const started = await entry.url.catch((error: unknown) => {
    kept.delete(key);
    throw error;
  });
  let stopped = false;
  return {
    url: started.url,
    stop: async () => {
      if (stopped) return;
      stopped = true;
      if (--entry.users > 0) return;
      kept.delete(key);
      await stopChild(started.child);
    },
  };
}

async function launch(folder: string): Promise<{ url: string; child: ChildProcess | null }> {
  const user = databaseUser();
  const cluster = placeCluster(folder, user);
  const address = (port: number): string => `postgres://nonet:${cluster.password}@127.0.0.1:${port}/postgres`;
  const port = await reusable(cluster.folder);
  if (port !== null) return { url: address(port), child: null };
  const binaries = findBinaries(user);
  checkVersion(cluster.folder);
  if (!existsSync(join(cluster.folder, "PG_VERSION"))) initialise(binaries, cluster, user);
  for (let attempt = 0; attempt < 5; attempt++) {
    const free = await freePort();
    const child = await start(binaries, cluster.folder, free, user);
    if (child) return { url: address(free), child };
  }
  throw new LaunchRefused(`PostgreSQL doesn't start on ${cluster.folder}: ${lastWords(cluster.folder)}`);
}

/** The port of one that runs and stays; waits for one that is about to stop. */
async function reusable(cluster: string): Promise<number | null> {
  for (let waited = 0; waited < 1500; waited++) {
    const running = runningOn(cluster);
    if (!running) return null;
    const stays = keeperLives(cluster);
    if (stays && running.ready) return running.port;
    if (!stays && waited === 300) process.kill(running.pid, "SIGINT");
    await pause(10);
  }
  throw new LaunchRefused(`A PostgreSQL that doesn't answer holds ${cluster}: stop it, then try again.`);
}

function checkVersion(cluster: string): void {
  const file = join(cluster, "PG_VERSION");
  if (!existsSync(file)) return;
  const found = readFileSync(file, "utf8").trim();
  if (found !== major) throw new LaunchRefused(`The data in ${cluster} were made by PostgreSQL ${found}, and this is PostgreSQL ${major}: restore a backup into a new data folder, or give a DATABASE_URL.`);
}

function initialise(binaries: string, cluster: Cluster, user: DatabaseUser | null): void {
  const secret = `${cluster.folder}.secret`;
  writeFileSync(secret, `${cluster.password}\n`, { mode: 0o600 });
  if (user) chownSync(secret, user.uid, user.gid);
  const done = spawnSync(join(binaries, "bin", "initdb"), ["-D", cluster.folder, "-U", "nonet", "--auth=scram-sha-256", `--pwfile=${secret}`, "--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C", "--no-sync", "--no-instructions"], { cwd: "/", encoding: "utf8", env: environment(), ...(user ?? {}) });
  rmSync(secret, { force: true });
  if (done.status !== 0) {
    rmSync(cluster.folder, { recursive: true, force: true });
    throw new LaunchRefused(`The database can't be made in ${cluster.folder}: ${(done.stderr || done.error?.message || "initdb failed").trim().split("\n").at(-1)}`);
  }
}

const environment = (): NodeJS.ProcessEnv => ({ PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" });

const settings = (port: number): string[] =>
  Object.entries({
    listen_addresses: "127.0.0.1", port: String(port), unix_socket_directories: "", max_connections: "120", timezone: "UTC", log_min_messages: "fatal", log_min_error_statement: "panic",
    max_pred_locks_per_transaction: "256", max_locks_per_transaction: "128", jit: "off", wal_level: "minimal", max_wal_senders: "0",
  }).flatMap(([name, value]) => ["-c", `${name}=${value}`]);

/** null where the port was taken meanwhile. */
async function start(binaries: string, cluster: string, port: number, user: DatabaseUser | null): Promise<ChildProcess | null> {
  const log = openSync(`${cluster}.log`, "w");
  const script = '"$@" </dev/null & p=$!; trap "" INT; cat >/dev/null; kill -INT $p; wait $p';
  const child = spawn("/bin/sh", ["-c", script, "sh", join(binaries, "bin", "postgres"), "-D", cluster, ...settings(port)], { cwd: "/", env: environment(), detached: true, stdio: ["pipe", log, log], ...(user ?? {}) });
  closeSync(log);
  child.on("error", () => undefined);
  writeFileSync(`${cluster}.keeper`, String(process.pid));
  for (let waited = 0; waited < 6000; waited++) {
    const running = runningOn(cluster);
    if (running?.ready && running.port === port) {
      child.unref();
      (child.stdin as unknown as { unref?: () => void }).unref?.();
      return child;
    }
    if (child.exitCode !== null || (!running && waited > 100 && /FATAL|could not|PANIC/.test(lastWords(cluster)))) break;
    await pause(10);
  }
  await stopChild(child);
  if (/could not (create any TCP|bind)|Address already in use/.test(lastWords(cluster))) return null;
  throw new LaunchRefused(`PostgreSQL doesn't start on ${cluster}: ${lastWords(cluster)}`);
}

const lastWords = (cluster: string): string => (existsSync(`${cluster}.log`) ? readFileSync(`${cluster}.log`, "utf8").trim().split("\n").slice(-4).join(" ") : "it says nothing");

async function stopChild(child: ChildProcess | null): Promise<void> {
  if (!child || child.exitCode !== null) return;
  const gone = new Promise<void>((done) => child.once("exit", () => done()));
  child.ref();
  child.stdin?.end();
  await Promise.race([gone, pause(20_000)]);
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once("error", fail);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => done(port));
    });
  });
}
