/** Tells whether what was built still fits its sources, by their names, sizes and times of change (some 20 ms). */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fromRoot } from "./house.mjs";

const leftOut = new Set(["node_modules", "dist", "test", "test-results"]);

/** One line that changes when any file below the given paths (from the root) does. */
export function fingerprint(paths) {
  const hash = createHash("sha256");
  for (const path of paths) add(hash, fromRoot(path));
  return hash.digest("hex");
}

function add(hash, path) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return;
  if (found.isFile()) return hash.update(`${path}:${found.size}:${found.mtimeMs}\n`);
  for (const name of readdirSync(path).sort()) if (!leftOut.has(name) && !name.startsWith(".")) add(hash, join(path, name));
}

export function isFresh(stamp, print) {
  try {
    return readFileSync(fromRoot(stamp), "utf8") === print;
  } catch {
    return false;
  }
}

export function markFresh(stamp, print) {
  mkdirSync(dirname(fromRoot(stamp)), { recursive: true });
  writeFileSync(fromRoot(stamp), print);
}
