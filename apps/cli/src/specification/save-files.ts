/** Writes the files of a specification as the studio sends them, unless somebody else has changed them. */
import { rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { StudioFile } from "@nonet/api";
import type { SaveResult } from "@nonet/server";
import { readSpecification, versionOf } from "./read-specification.ts";

const changed = "The files have changed on disk since you opened them. Merge or load them first.";

/** `base`: the version that the person edited. */
export async function saveFiles(specification: string, files: readonly StudioFile[], base: string): Promise<SaveResult> {
  const read = await readSpecification(specification);
  if (!read.ok) return { ok: false, why: "unwritable", message: read.message };
  const { paths, sources, version } = read.value;
  const places = new Map(paths.map((path, i) => [basename(path), { path, text: sources[i]!.text }]));
  const unknown = files.find(({ name }) => !places.has(name));
  if (unknown) return { ok: false, why: "unknown", message: `The specification has no file "${unknown.name.slice(0, 80)}".` };
  if (version !== base) return { ok: false, why: "changed", message: changed };
  const next = new Map(files.map(({ name, text }) => [name, text]));
  try {
    for (const [name, { path, text }] of places) if (next.has(name) && next.get(name) !== text) await replace(path, next.get(name)!);
  } catch (error) {
    return {
      ok: false,
      why: "unwritable",
      message: `Can't write the specification (${(error as NodeJS.ErrnoException).code ?? String(error)}). Check the permissions and the disk.`,
    };
  }
  return { ok: true, version: versionOf(sources.map(({ name, text }) => ({ name, text: next.get(basename(name)) ?? text }))) };
}

/** Renamed whole, so that nobody reads half a file. */
async function replace(path: string, text: string): Promise<void> {
  const draft = join(dirname(path), `.${basename(path)}.${process.pid}.nonet`);
  try {
    await writeFile(draft, text);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
