/** Which process uses a data folder: `running.json` names it, and is left behind only by a crash. */
import { linkSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readJson, writeDraft } from "./folder-files.ts";
import { isRunning, ownIdentity } from "./process-identity.ts";

export interface FolderLock {
  release(): void;
}

/** Takes the folder, which must be there; or gives the number of the process that uses it. */
export function takeFolder(folder: string): FolderLock | number {
  const path = join(folder, "running.json");
  const identity = ownIdentity();
  const draft = writeDraft(path, identity);
  try {
    for (;;) {
      const other = holderOf(path);
      if (other !== null) return other;
      setAsideStale(path);
      if (place(draft, path)) return { release: () => rmSync(path, { force: true }) };
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/** The number of the running process that uses the folder. */
export const processUsing = (folder: string): number | null => holderOf(join(folder, "running.json"));

function holderOf(path: string): number | null {
  const { process: id, started } = readJson(path) ?? {};
  if (typeof id !== "number") return null;
  return isRunning({ process: id, ...(typeof started === "string" ? { started } : {}) }) ? id : null;
}

/** Removes a stale note, but not one that another process has written since it was looked at. */
function setAsideStale(path: string): void {
  const aside = `${path}.stale-${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  if (holderOf(aside) !== null) place(aside, path);
  rmSync(aside, { force: true });
}

/** False where another process was faster. */
function place(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    // Some file systems have no links; there the last writer wins.
    renameSync(draft, path);
    return true;
  }
}
