/**
 * Watches a specification for changes on disk.
 *
 * File system events trigger a check where the system sends them; a check once a second covers network folders
 * and containers, where it doesn't. Only changed content counts. The folder is watched instead of the file,
 * because many editors replace a file by renaming another over it.
 */
import { statSync, watch, type FSWatcher } from "node:fs";
import { basename, dirname } from "node:path";
import { printMessage } from "../terminal/print.ts";
import { readSpecification, type Specification } from "./read-specification.ts";

const settleDelay = 30;
const pollInterval = 1000;

/** Calls `changed` with each new content, one at a time; returns a function that stops watching. */
export function watchSpecification(path: string, version: string, changed: (specification: Specification) => Promise<void>): () => void {
  let known = version;
  let timer: NodeJS.Timeout | undefined;
  let busy = false;
  let again = false;
  let reported = false;

  async function readIfChanged(): Promise<void> {
    if (busy) return void (again = true);
    busy = true;
    do {
      again = false;
      const read = await readSpecification(path);
      if (!read.ok) {
        if (!reported) printMessage(`${read.message} The last good version keeps running.`);
        reported = true;
      } else if (read.value.version !== known) {
        known = read.value.version;
        reported = false;
        await changed(read.value);
      }
    } while (again);
    busy = false;
  }

  const soon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void readIfChanged(), settleDelay);
  };
  const folder = statSync(path).isDirectory() ? path : dirname(path);
  const watcher = watchFolder(folder, (name) => {
    if (folder === path || name === null || name === basename(path)) soon();
  });
  const every = setInterval(() => void readIfChanged(), pollInterval);
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
