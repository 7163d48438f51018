/** Deletes every hour what no longer counts: ended sessions, old keys and messages (default 73), and uploads that nothing uses (default 74). */
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { forgetFile, keepFiles, system, unusedFilesQuery } from "@nonet/database";
import { isId } from "@nonet/model";
import type { Running } from "../connection/running-product.ts";

const everyMilliseconds = 3_600_000;
/** After the start, which has enough to do. */
const firstAfterMilliseconds = 60_000;
const dayMilliseconds = 24 * 3_600_000;
/** Rows of a batch of the database, and files of a batch. */
const rowsOfBatch = 1_000;
const filesOfBatch = 100;

/** Work for the worker: purges when an hour has passed. */
export function hourlyPurge(running: Running): () => Promise<number> {
  let next = Date.now() + firstAfterMilliseconds;
  return async () => {
    if (Date.now() < next) return 0;
    next = Date.now() + everyMilliseconds;
    await purge(running);
    return 0;
  };
}

export async function purge(running: Running): Promise<void> {
  for (const batch of system.outdated) while ((await running.database.rows(batch)).length === rowsOfBatch);
  await removeUnusedFiles(running);
  await removeStrayContent(running);
}

async function removeUnusedFiles({ database, product, options }: Running): Promise<void> {
  for (;;) {
    const rows = await database.rows(unusedFilesQuery(product, filesOfBatch));
    const kept = rows.filter((row) => row["kept"] === true).map((row) => String(row["id"]));
    if (kept.length > 0) await database.rows(keepFiles(kept));
    for (const row of rows.filter((each) => each["kept"] !== true)) {
      // The row first: content without a row is found below, a row without content would be an error for its readers.
      await database.rows(forgetFile(String(row["id"])));
      await rm(join(options.files, String(row["path"])), { force: true });
    }
    if (rows.length < filesOfBatch) return;
  }
}

/** What an interrupted upload or removal has left in the folder. */
async function removeStrayContent({ database, options }: Running): Promise<void> {
  const names = await readdir(options.files).catch(() => []);
  const ids = names.map((name) => name.replace(/\.part$/, "")).filter(isId);
  for (let from = 0; from < ids.length; from += rowsOfBatch) {
    const some = ids.slice(from, from + rowsOfBatch);
    const known = new Set((await database.rows(system.knownFiles(some))).map((row) => String(row["id"])));
    for (const name of names.filter((each) => some.includes(each.replace(/\.part$/, "")))) {
      if (!name.endsWith(".part") && known.has(name)) continue;
      const path = join(options.files, name);
      const age = Date.now() - ((await stat(path).catch(() => null))?.mtimeMs ?? Date.now());
      if (age > dayMilliseconds) await rm(path, { force: true });
    }
  }
}
