/**
 * Databases for tests, in one PostgreSQL that all test files of a worker share. A cluster takes a second to create, a
 * database in it a tenth. A test that stops, kills or configures its server launches one of its own instead.
 */
import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync } from "node:fs";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../runtime/engine/src/connection/database.ts";
import { launchPostgres, type Postgres } from "../runtime/engine/src/connection/embedded-postgres.ts";

/** Kept on the global object: the test runner may load this module once for each test file. */
const shared = globalThis as { nonetTestPostgres?: Promise<Postgres>; nonetTestDatabases?: number; nonetTestFolders?: Map<string, Promise<{ readonly url: string }>> };

/** What only a crash of the machine would show: the shared cluster is never read after one. */
const withoutDurability = ["fsync", "full_page_writes", "synchronous_commit"];

/** The address of a new, empty database. It goes with the cluster when the worker ends. */
export async function freshDatabase(): Promise<{ readonly url: string }> {
  const { url } = await (shared.nonetTestPostgres ??= launch());
  const name = `test_${(shared.nonetTestDatabases = (shared.nonetTestDatabases ?? 0) + 1)}`;
  const server = openDatabase(url);
  try {
    // From the pristine template, so that a session in the default one doesn't stand in the way.
    await server.rows({ text: `create database ${name} template template0`, values: [] });
  } finally {
    await server.close();
  }
  return { url: url.replace(/\/postgres(?=\?|$)/, `/${name}`) };
}

/** The database of a folder, the same at each call: for a test that opens a product again, or reads its database. */
export function databaseOf(folder: string): Promise<{ readonly url: string }> {
  const databases = (shared.nonetTestFolders ??= new Map());
  const database = databases.get(folder) ?? freshDatabase();
  databases.set(folder, database);
  return database;
}

/** For a test that would launch a server on this folder, but neither stops nor configures it. */
export const serverOf = async (folder: string): Promise<Postgres> => ({ ...(await databaseOf(folder)), stop: async () => {} });

/** The options of a product with its files in this folder and its database in the shared server, the same at each call. */
export const dataOptions = async (folder: string): Promise<readonly string[]> => ["--data", folder, "--database", (await databaseOf(folder)).url];

/**
 * Removes a cluster, of a gigabyte and more, when this process ends, however it ends: the test runner kills its workers,
 * and people kill a run. The shell reads until our end of the pipe closes, and lets the server stop first.
 */
const removal = 'read -r _; n=0; while [ -e "$0/postgres/postmaster.pid" ] && [ $n -lt 200 ]; do sleep 0.1; n=$((n+1)); done; rm -rf "$0"';

function removeAtTheEnd(folder: string): void {
  const shell = spawn("sh", ["-c", removal, folder], { stdio: ["pipe", "ignore", "ignore"], detached: true });
  (shell.stdin as Socket).unref();
  shell.unref();
}

async function launch(): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), "nonet-test-cluster-"));
  // The user that PostgreSQL runs as must be able to enter.
  chmodSync(folder, 0o755);
  removeAtTheEnd(folder);
  const postgres = await launchPostgres(folder);
  const server = openDatabase(postgres.url);
  try {
    for (const setting of withoutDurability) await server.rows({ text: `alter system set ${setting} = off`, values: [] });
    await server.rows({ text: "select pg_reload_conf()", values: [] });
  } finally {
    await server.close();
  }
  return postgres;
}
