/** Uploaded files: stored on disk by id, readable by the uploader and by everybody who may read a record that holds the file. */
import { isId } from "@nonet/model";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileReadableQuery, system } from "@nonet/database";
import { uuidv7 } from "uuidv7";
import { personOf, readerOf } from "../change/actor-reader.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { Outcome } from "../contract/outcome.ts";
import { done, notFound, notSignedIn } from "../refusals/refusal.ts";

interface Upload {
  readonly name: string;
  readonly type: string;
  readonly content: Uint8Array;
}

export async function storeFile(running: Running, actor: Actor, file: Upload): Promise<Outcome<{ id: string; name: string; type: string; size: number }>> {
  if (actor.kind !== "person") return notSignedIn();
  const id = uuidv7();
  await mkdir(running.options.files, { recursive: true, mode: 0o700 });
  const path = join(running.options.files, id);
  const size = file.content.byteLength;
  try {
    await writeFile(`${path}.part`, file.content, { flush: true, mode: 0o600 });
    await rename(`${path}.part`, path);
    await running.database.rows(system.addFile({ id, name: file.name, type: file.type, size, by: personOf(actor), path: id }));
  } catch (error) {
    await removeFailedUpload(running, id, path);
    throw error;
  }
  return done({ id, name: file.name, type: file.type, size });
}

/** The row may be there although its statement failed: its answer was lost. Then the file stays. */
async function removeFailedUpload(running: Running, id: string, path: string): Promise<void> {
  await rm(`${path}.part`, { force: true }).catch(() => undefined);
  const row: unknown = await running.database.row(system.file(id)).catch(() => ({}));
  if (!row) await rm(path, { force: true }).catch(() => undefined);
}

/** Milliseconds after which no upload still writes its part; another server may use the same folder. */
const abandonedAfter = 3_600_000;

/** Removes what uploads have left that a killed server was writing. */
export async function removeAbandonedUploads(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => one.endsWith(".part"))) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found && Date.now() - found.mtimeMs > abandonedAfter) await rm(path, { force: true }).catch(() => undefined);
  }
}

export async function loadFile(running: Running, actor: Actor, id: string): Promise<Outcome<Upload>> {
  if (!isId(id)) return notFound("File");
  const allowed = await running.database.row(fileReadableQuery(running.product, readerOf(actor), id));
  const row = allowed?.["allowed"] === true ? await running.database.row(system.file(id)) : undefined;
  if (!row) return actor.kind === "anyone" ? notSignedIn() : notFound("File");
  return done({ name: row["name"], type: row["type"], content: await readFile(join(running.options.files, row["path"])) });
}
