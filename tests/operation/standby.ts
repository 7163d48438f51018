/** A standby of a PostgreSQL that a test has launched, with the same programs: copied while it runs, and streaming from it. */
import { spawn, type ChildProcess } from "node:child_process";
import { appendFileSync, chmodSync, chownSync, cpSync, lchownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { postgresBinaries } from "../../runtime/engine/src/connection/postgres-binaries.ts";
import { serverUser } from "../../runtime/engine/src/connection/server-user.ts";

export interface Standby {
  readonly url: string;
  /** Of its own, outside of any pool. */
  query(text: string): Promise<readonly Record<string, unknown>[]>;
  /** Changes arrive, and aren't shown. */
  pause(): Promise<unknown>;
  resume(): Promise<unknown>;
  /** As when its machine is lost. */
  kill(): Promise<void>;
  /** Freezes all of it: its connections stay open and nothing answers. */
  signal(name: "SIGSTOP" | "SIGCONT"): void;
  start(): Promise<void>;
  close(): Promise<void>;
}

/** `url` is the primary's, on a Unix socket. */
export async function makeStandby(url: string): Promise<Standby> {
  const user = serverUser();
  const home = mkdtempSync(join(tmpdir(), "nonet-standby-"));
  const data = join(home, "data");
  const address = new URL(url.replace(/^postgres(ql)?:/, "http:").replace(/@[^/]*/, "@localhost"));
  await copyCluster(url, data);
  const sockets = decodeURIComponent(/@([^/?]*)/.exec(url)?.[1] ?? "") || new URLSearchParams(url.split("?")[1]).get("host")!;
  writeFileSync(join(data, "standby.signal"), "");
  appendFileSync(
    join(data, "postgresql.auto.conf"),
    `primary_conninfo = 'host=${sockets} user=${decodeURIComponent(address.username)} password=${decodeURIComponent(address.password)}'\n`,
  );
  chmodSync(data, 0o700);
  chmodSync(home, 0o755);
  if (user) own(home, user.uid, user.gid);
  const binaries = postgresBinaries();
  let server: ChildProcess | null = null;
  let log = "";
  const replicaUrl = `postgres://${address.username}:${address.password}@${encodeURIComponent(home)}/postgres`;
  const query = async (text: string): Promise<readonly Record<string, unknown>[]> => {
    const client = new pg.Client({ connectionString: replicaUrl, connectionTimeoutMillis: 30_000 });
    client.on("error", () => undefined);
    await client.connect();
    try {
      return (await client.query(text)).rows as Record<string, unknown>[];
    } finally {
      await client.end();
    }
  };
  const start = async (): Promise<void> => {
    const settings = ["listen_addresses=", "max_connections=60", "max_pred_locks_per_transaction=1024", "timezone=UTC", "datestyle=ISO", "jit=off", "hot_standby=on"];
    server = spawn(binaries.postgres, ["-D", data, "-k", home, ...settings.flatMap((one) => ["-c", one])], {
      cwd: "/",
      env: binaries.environment,
      stdio: ["ignore", "pipe", "pipe"],
      ...(user ? { uid: user.uid, gid: user.gid } : {}),
    });
    for (const stream of [server.stdout!, server.stderr!]) stream.setEncoding("utf8").on("data", (text: string) => (log += text));
    for (let tries = 0; ; tries++) {
      try {
        await query("select 1");
        return;
      } catch (error) {
        if (tries > 200 || server.exitCode !== null) throw new Error(`The standby doesn't start: ${(error as Error).message}\n${log}`);
        await sleep(50);
      }
    }
  };
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const gone = new Promise((done) => server!.once("exit", done));
    server.kill(signal);
    await gone;
  };
  // If the tests end early, nothing is left behind.
  const end = (): void => void server?.kill("SIGQUIT");
  process.once("exit", end);
  await start();
  return {
    url: replicaUrl,
    query,
    pause: () => query("select pg_wal_replay_pause()"),
    resume: () => query("select pg_wal_replay_resume()"),
    // Immediate shutdown: it ends its backends, too.
    kill: () => stop("SIGQUIT"),
    signal: (name) => signalTree(server!.pid!, name),
    start,
    close: async () => {
      if (server?.pid && server.exitCode === null) signalTree(server.pid, "SIGCONT");
      await stop("SIGQUIT");
      process.off("exit", end);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL's way of copying a running cluster, without pg_basebackup, which the embedded one doesn't have. */
async function copyCluster(url: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const from = String((await client.query("show data_directory")).rows[0].data_directory);
    // The embedded server lets nobody stream from it.
    appendFileSync(join(from, "pg_hba.conf"), "local replication postgres scram-sha-256\n");
    await client.query("select pg_reload_conf()");
    await client.query("select pg_backup_start('standby', true)");
    mkdirSync(to);
    cpSync(from, to, {
      recursive: true,
      filter: (path) => !/postmaster\.(pid|opts)$/.test(path) && !/pg_(replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)\/./.test(path),
    });
    const stopped = await client.query("select labelfile from pg_backup_stop(false)");
    writeFileSync(join(to, "backup_label"), stopped.rows[0].labelfile as string);
  } finally {
    await client.end();
  }
}

function own(path: string, uid: number, gid: number): void {
  lchownSync(path, uid, gid);
  if (!statSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) own(join(path, name), uid, gid);
  chownSync(path, uid, gid);
}

function signalTree(pid: number, signal: NodeJS.Signals): void {
  for (const child of childrenOf(pid)) process.kill(child, signal);
  process.kill(pid, signal);
}

function childrenOf(pid: number): readonly number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((other) => parentOf(other) === pid);
}

function parentOf(pid: number): number | null {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  } catch {
    return null;
  }
}
