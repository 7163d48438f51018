/** What is typed in the studio and not saved yet, kept in the product's data folder, so that closing a page loses nothing. */
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { StudioDraft } from "@nonet/api";

/** null if there is none, or if it was damaged. */
export async function readDraft(path: string): Promise<StudioDraft | null> {
  try {
    const found = JSON.parse(await readFile(path, "utf8")) as Partial<StudioDraft>;
    return Array.isArray(found.files) && typeof found.base === "string" && typeof found.at === "string" ? (found as StudioDraft) : null;
  } catch {
    return null;
  }
}

/** Readable for this user alone: a document can be confidential. */
export async function writeDraft(path: string, draft: StudioDraft): Promise<void> {
  const next = `${path}.${process.pid}`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(next, JSON.stringify(draft), { mode: 0o600 });
  await rename(next, path);
}

export const removeDraft = (path: string): Promise<void> => rm(path, { force: true });
