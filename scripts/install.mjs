/** Installs the npm packages where they are missing or older than the lock file. */
import { statSync } from "node:fs";
import { fromRoot, run } from "./house.mjs";

/** True when the packages are there afterwards. */
export async function installIfNeeded() {
  if (modified("node_modules/.package-lock.json") >= modified("package-lock.json")) return true;
  console.error("Installing packages (once) …");
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const code = await run(npm, ["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
  if (code !== 0) console.error("The packages could not be installed: `npm ci` says why above. Mend it and run the command again.");
  return code === 0;
}

function modified(path) {
  return statSync(fromRoot(path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
