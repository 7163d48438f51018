/** Uploaded files: stored on disk by id, readable by the uploader and by everybody who may read a record that holds the file. */
import { isId } from "@nonet/model";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileReadableQuery, forgetFile, lockKey, mayEver, system } from "@nonet/database";
import { uuidv7 } from "uuidv7";
import { personOf, readerOf } from "../change/actor-reader.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { Outcome } from "../contract/outcome.ts";
import { done, notFound, notSignedIn, problem, refuse } from "../refusals/refusal.ts";
import { say } from "@nonet/texts";

/** Default 76: within 24 hours. */
const personBytes = 1_000_000_000;
const personFiles = 1_000;
const allBytes = 10_000_000_000;

interface Upload {
  readonly name: string;
  readonly type: string;
  readonly content: Uint8Array;
}

interface OpenFile {
  readonly name: string;
  readonly type: string;
  read(): Promise<Uint8Array>;
}

export async function storeFile(running: Running, actor: Actor, file: Upload): Promise<Outcome<{ id: string; name: string; type: string; size: number }>> {
  if (actor.kind !== "person") return notSignedIn();
  const id = uuidv7();
  const size = file.content.byteLength;
  await mkdir(running.options.files, { recursive: true, mode: 0o700 });
  const over = await addUpload(running, actor.id, { id, name: file.name, type: file.type, size, by: personOf(actor), path: id });
  if (over) return over;
  const path = join(running.options.files, id);
  try {
    await writeFile(`${path}.part`, file.content, { flush: true, mode: 0o600 });
    await rename(`${path}.part`, path);
  } catch (error) {
    await Promise.allSettled([running.database.rows(forgetFile(id)), rm(`${path}.part`, { force: true })]);
    throw error;
  }
  return done({ id, name: file.name, type: file.type, size });
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

/** Counted and added under one lock, so that uploads at the same time can't exceed the quota together. */
const addUpload = ({ database }: Running, person: string, file: Parameters<typeof system.addFile>[0]): Promise<Outcome<never> | null> =>
  database.transaction<Outcome<never> | null>(
    async (connection) => {
      const { bytes, mine, count } = (await connection.row(system.uploadedToday(person))) as { readonly bytes: number; readonly mine: number; readonly count: number };
      const full = mine + file.size > personBytes || count >= personFiles ? "You have" : bytes + file.size > allBytes ? "The people of this product have" : null;
      if (full !== null) return { commit: false, value: overQuota(full) };
      await connection.rows(system.addFile(file));
      return { commit: true, value: null };
    },
    async () => [lockKey("uploads")],
  );

function overQuota(who: string): Outcome<never> {
  const refused = refuse("too many", problem("too-many-requests", say("who-uploaded-as-much-as-is-possible", { who })));
  return { ...refused, refusal: { ...refused.refusal, retryAfter: 3600 } };
}

export async function openFile(running: Running, actor: Actor, id: string): Promise<Outcome<OpenFile>> {
  if (!isId(id)) return notFound("File");
  const allowed = await running.database.row(fileReadableQuery(running.product, readerOf(actor), id));
  const row = allowed?.["allowed"] === true ? await running.database.row(system.file(id)) : undefined;
  if (!row) return actor.kind === "anyone" && !mayReadFiles(running, actor) ? notSignedIn() : notFound("File");
  const path = join(running.options.files, String(row["path"]));
  if (!(await isThere(running, path))) return refuse("not found", problem("not-found", say("the-content-of-this-file-is-missing")));
  return done({ name: row["name"], type: row["type"], read: () => readFile(path) });
}

/** It isn't where a backup was restored without its files, or somebody has deleted them. */
async function isThere(running: Running, path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    running.options.onFault?.({ at: "reading an uploaded file", error });
    return false;
  }
}

/** Whether some record with files is public: then a file that the reader may not read doesn't exist for them. */
const mayReadFiles = ({ product }: Running, actor: Actor): boolean =>
  product.entities.some(({ name, fields }) => fields.some(({ type }) => type.kind === "file") && mayEver(product, readerOf(actor), name, "read"));
