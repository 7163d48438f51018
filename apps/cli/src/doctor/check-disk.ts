/** Free space where data is written. */
import { existsSync, statfsSync } from "node:fs";
import { dirname } from "node:path";
import { type Finding, named, ok, problem, warning } from "./finding.ts";

const gigabyte = 1_000_000_000;

/** The folder, or its nearest parent that exists. */
export function checkDisk(what: string, folder: string): readonly Finding[] {
  let place = folder;
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place);
  const { bavail, blocks, bsize } = statfsSync(place);
  const free = bavail * bsize;
  const part = blocks === 0 ? 1 : bavail / blocks;
  const text = `${(free / gigabyte).toFixed(1)} GB (${Math.round(part * 100)} %) are free for ${what}.`;
  const fix = "Free some space, or move the folder to a larger disk. PostgreSQL stops when its disk is full.";
  if (free < gigabyte / 4) return named("disk", problem(text, fix));
  return named("disk", free < 2 * gigabyte || part < 0.1 ? warning(text, fix) : ok(text));
}
