/**
 * Runs PostgreSQL's server process, starts it again where it ends by itself, and stops it when this process ends, however it ends.
 *
 * A shell around the server holds our end of a pipe. When the pipe closes, it asks for a fast shutdown; PostgreSQL can
 * hang in it, for example in the middle of crash recovery, so an immediate shutdown follows, and then a kill.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { chownSync, lstatSync, mkdirSync, openSync, closeSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isPostgresAlive, readPostmasterFile } from "./postmaster-file.ts";
import { endPostmaster } from "./previous-postmaster.ts";

export interface PostmasterCommand {
  readonly program: string;
  readonly cluster: string;
  /** The folder of its socket, which is ours alone. */
  readonly sockets: string;
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** Null: as ourselves. */
  readonly user: { readonly uid: number; readonly gid: number } | null;
}

export type Started = { readonly ok: true; stop(): Promise<void> } | { readonly ok: false; readonly reason: string };

const interval = 10;
const readyWithin = 180_000;
/** Processes of a killed server end within this time; until then PostgreSQL refuses to start. */
const leftoversEndWithin = 10_000;
const firstPause = 100;
const longestPause = 5_000;

/** A subshell waits for the end of the pipe; the shell itself waits for the server. Steps of 0.1 seconds: 10 seconds for a fast shutdown, 5 for an immediate one. */
const script = `exec 3<&0
stopping=
trap 'stopping=1' USR1
"$0" "$@" 3<&- </dev/null & p=$!
(
  pause() { n=0; while [ $n -lt $1 ]; do sleep 0.1 || sleep 1; n=$((n+1)); done; }
  read -r _ <&3
  kill -USR1 $$
  kill -INT $p; pause 100
  kill -QUIT $p; pause 50
  kill -KILL $p
) & w=$!
while :; do wait $p; c=$?; kill -0 $p 2>/dev/null || break; done
kill $w 2>/dev/null
[ "$stopping" ] && rmdir "$NONET_SOCKETS" 2>/dev/null
exit $c`;

/** Resolves once the server is ready for the first time. */
export async function startSupervised(command: PostmasterCommand): Promise<Started> {
  const first = await firstStart(command);
  if (typeof first === "string") return { ok: false, reason: first };
  let child = first;
  let stopping = false;
  const supervising = (async () => {
    for (let next: ChildProcess | null = child; next; next = stopping ? null : await startAgain(command, () => stopping)) {
      child = next;
      await ended(child);
    }
  })();
  const stop = async (): Promise<void> => {
    stopping = true;
    // What is being started in this moment stops as soon as it exists.
    for (const over = supervising.then(() => true); ;) {
      child.ref();
      child.stdin?.end();
      if (await Promise.race([over, sleep(50, false)])) return;
    }
  };
  return { ok: true, stop };
}

async function firstStart(command: PostmasterCommand): Promise<ChildProcess | string> {
  for (const end = Date.now() + leftoversEndWithin; ;) {
    const launched = launch(command);
    if (await isReady(command, launched)) return launched.child;
    launched.child.stdin?.end();
    await ended(launched.child);
    const reason = lastLine(command) ?? "no reason given";
    if (!/shared memory block|lock file/.test(lastLines(command)) || Date.now() > end) return reason;
    await sleep(firstPause * 2);
  }
}

/** Until it succeeds, or null where it is stopped meanwhile: whatever keeps the server from starting, such as a full disk, may pass. */
async function startAgain(command: PostmasterCommand, isStopping: () => boolean): Promise<ChildProcess | null> {
  for (let pause = firstPause; !isStopping(); pause = Math.min(2 * pause, longestPause)) {
    const launched = await launchAfresh(command).catch(() => null);
    if (launched && ((await isReady(command, launched, isStopping)) || isStopping())) return launched.child;
    launched?.child.stdin?.end();
    if (launched) await ended(launched.child);
    for (let waited = 0; waited < pause && !isStopping(); waited += firstPause) await sleep(firstPause, undefined, { ref: false });
  }
  return null;
}

async function launchAfresh(command: PostmasterCommand): Promise<Launched> {
  // The shell may have been killed without its server.
  await endPostmaster(command.cluster);
  makePrivate(command);
  return launch(command);
}

/** The connections know this folder, so it keeps its name; somebody else may have made one in its place. */
function makePrivate({ sockets, user }: PostmasterCommand): void {
  const found = lstatSync(sockets, { throwIfNoEntry: false });
  if (!found) {
    mkdirSync(sockets, { mode: 0o700 });
    if (user) chownSync(sockets, user.uid, user.gid);
  } else if (!found.isDirectory() || found.uid !== (user?.uid ?? process.getuid?.()) || (found.mode & 0o077) !== 0) throw new Error(`${sockets} isn't private.`);
}

interface Launched {
  readonly child: ChildProcess;
  /** The server before it, whose file may still be there. */
  readonly previous: number | undefined;
}

function launch({ program, cluster, sockets, args, environment, user }: PostmasterCommand): Launched {
  const file = readPostmasterFile(cluster);
  // Another program has this number now. Otherwise the file stays: by it PostgreSQL finds processes of a killed server.
  if (file && !isPostgresAlive(file.pid) && isAlive(file.pid)) rmSync(join(cluster, "postmaster.pid"), { force: true });
  const log = openSync(logOf(cluster), "a");
  try {
    if (user) chownSync(logOf(cluster), user.uid, user.gid);
    const env = { ...environment, NONET_SOCKETS: sockets };
    const child = spawn("/bin/sh", ["-c", script, program, ...args], { cwd: "/", env, stdio: ["pipe", log, log], detached: true, ...user });
    child.on("error", () => {});
    child.stdin?.on("error", () => {});
    child.unref();
    return { child, previous: file?.pid };
  } finally {
    closeSync(log);
  }
}

async function isReady({ cluster }: PostmasterCommand, { child, previous }: Launched, isStopping = () => false): Promise<boolean> {
  for (const end = Date.now() + readyWithin; Date.now() < end && !hasEnded(child) && !isStopping();) {
    const file = readPostmasterFile(cluster);
    if (file?.status === "ready" && file.pid !== previous) return true;
    await sleep(interval);
  }
  return false;
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null || child.pid === undefined;

/** Its pipe is closed then, which ends what is left of the shell. */
async function ended(child: ChildProcess): Promise<void> {
  if (!hasEnded(child)) await new Promise((done) => child.once("exit", done));
  child.stdin?.destroy();
}

const logOf = (cluster: string): string => join(cluster, "server.log");
const lastLines = ({ cluster }: PostmasterCommand): string => readFileSync(logOf(cluster), "utf8").trim().split("\n").slice(-3).join("\n");
const lastLine = (command: PostmasterCommand): string | undefined => lastLines(command).split("\n").at(-1);
