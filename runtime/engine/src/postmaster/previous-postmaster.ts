/** The server that an earlier process has left on a cluster: it is used if it answers, waited for while it stops, and killed if it hangs. */
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isPostgresAlive, readPostmasterFile, type PostmasterFile } from "./postmaster-file.ts";

const interval = 50;
/** The shell around a server stops it within this time after Nonet was killed. */
const noticesWithin = 1_000;
/** The shell around a server kills it sooner than this where it doesn't stop (supervised-postmaster.ts). */
const hangsAfter = 20_000;
/** Crash recovery replays at most what one checkpoint leaves. */
const startingFor = 180_000;
const answersWithin = 2_000;
const endsWithin = 6_000;

/** True where a server runs on this cluster and answers; false where none is left. */
export async function isServed(cluster: string): Promise<boolean> {
  const began = Date.now();
  for (;;) {
    const found = readPostmasterFile(cluster);
    if (!found || !isPostgresAlive(found.pid)) return false;
    const waited = Date.now() - began;
    if (found.status === "ready" && waited >= noticesWithin && (await answers(found))) return true;
    if (waited > (found.status === "starting" ? startingFor : hangsAfter)) {
      await endPostmaster(cluster);
      return false;
    }
    await sleep(interval);
  }
}

/** Ends a server by an immediate shutdown, which loses nothing that was committed; then by force. */
export async function endPostmaster(cluster: string): Promise<void> {
  const found = readPostmasterFile(cluster);
  if (!found) return;
  for (const signal of ["SIGQUIT", "SIGKILL"] as const) {
    if (!isPostgresAlive(found.pid)) return;
    try {
      process.kill(found.pid, signal);
    } catch {
      // It has ended, or belongs to another user: the start will say so.
      return;
    }
    for (const end = Date.now() + endsWithin; isPostgresAlive(found.pid) && Date.now() < end;) await sleep(interval);
  }
}

/** PostgreSQL's SSLRequest, which it answers with one byte before it asks for anything. */
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

function answers({ sockets }: PostmasterFile): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(join(sockets, ".s.PGSQL.5432"), () => socket.write(sslRequest));
    const end = (answered: boolean) => (): void => {
      socket.destroy();
      done(answered);
    };
    socket.setTimeout(answersWithin, end(false));
    socket.once("data", end(true));
    socket.once("error", end(false));
    socket.once("close", end(false));
  });
}
