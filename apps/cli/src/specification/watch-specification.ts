/**
 * Tells when a specification's text has changed on the disk.
 *
 * Notices come from the system where it gives them, and from a look once a second where it doesn't (network
 * folders, containers). What counts is the content: a save without a change is none. The folder is watched
 * and not the file, since many editors replace a file by renaming another over it.
 */
import { statSync, watch, type FSWatcher } from "node:fs";
import { basename, dirname } from "node:path";
import { readSpecification, type Specification } from "./read-specification.ts";
import { note } from "../terminal/print.ts";

const settleMilliseconds = 30;
const lookMilliseconds = 1000;

/** Calls `changed` with each new content, one after the other; returns the way to stop. */
export function watchSpecification(path: string, version: string, changed: (specification: Specification) => Promise<void>): () => void {
  let known = version;
  let timer: NodeJS.Timeout | undefined;
  let busy = false;
  let again = false;
  let complained = false;

  async function look(): Promise<void> {
    if (busy) return void (again = true);
    busy = true;
    do {
      again = false;
      const read = await readSpecification(path);
      if (!read.ok) {
        if (!complained) note(`${read.sentence} The last good version keeps running.`);
        complained = true;
      } else if (read.value.version !== known) {
        known = read.value.version;
        complained = false;
        await changed(read.value);
      }
    } while (again);
    busy = false;
  }

  const soon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void look(), settleMilliseconds);
  };
  const folder = statSync(path).isDirectory() ? path : dirname(path);
  const watcher = watchFolder(folder, (name) => {
    if (folder === path || name === null || name === basename(path)) soon();
  });
  const every = setInterval(() => void look(), lookMilliseconds);
  return () => {
    watcher?.close();
    clearInterval(every);
    clearTimeout(timer);
  };
}

function watchFolder(folder: string, changed: (name: string | null) => void): FSWatcher | null {
  try {
    const watcher = watch(folder, (_event, name) => changed(name));
    watcher.on("error", () => watcher.close());
    return watcher;
  } catch {
    return null;
  }
}
