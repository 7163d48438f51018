/**
 * Databases for tests, in one PostgreSQL that all test files of a worker share. A cluster takes a second to create, a
 * database in it a tenth. A test that stops, kills or configures its server launches one of its own instead.
 */
import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
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

const prefix = "nonet-test-cluster-";

/** A run that is killed can't remove its clusters, of a gigabyte each; the next run does, or the disk fills up. */
function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = name.startsWith(prefix) ? Number(name.slice(prefix.length).split("-")[0]) : 0;
    if (owner > 0 && !isRunning(owner)) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

async function launch(): Promise<Postgres> {
  removeLeftovers();
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  // The user that PostgreSQL runs as must be able to enter.
  chmodSync(folder, 0o755);
  process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  // So the test runner ends a worker; without a handler, `exit` isn't emitted.
  process.once("SIGTERM", () => process.exit());
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
