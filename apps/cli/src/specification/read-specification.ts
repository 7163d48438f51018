/** Reads a specification from disk: one Markdown file, or the files of a folder in name order. */
import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { Sources } from "@nonet/source";
import { failure, success, type Result } from "../terminal/result.ts";

export interface Specification {
  readonly sources: Sources;
  /** Absolute paths, in the order of `sources`. */
  readonly paths: readonly string[];
  /** SHA-256 hex of names and texts. */
  readonly version: string;
}

/** Takes `path` as the person typed it, and names the files relative to it. */
export async function readSpecification(path: string): Promise<Result<Specification>> {
  const files = await filesOf(path);
  if (!files.ok) return files;
  const sources: { name: string; text: string }[] = [];
  for (const file of files.value) {
    const read = await readText(file);
    if (!read.ok) return read;
    sources.push({ name: files.value.length === 1 && file === path ? path : join(dirname(file), basename(file)), text: read.value });
  }
  return success({ sources, paths: files.value.map((file) => resolve(file)), version: versionOf(sources) });
}

async function filesOf(path: string): Promise<Result<string[]>> {
  try {
    const found = await stat(path);
    if (!found.isDirectory()) return found.isFile() ? success([path]) : failure(`${path} is neither a file nor a folder.`);
    const names = (await readdir(path)).filter((name) => name.toLowerCase().endsWith(".md") && !name.startsWith(".")).sort();
    if (names.length === 0) return failure(`The folder ${path} contains no Markdown file. Add a file that ends in .md, or choose another folder.`);
    return success(names.map((name) => join(path, name)));
  } catch (error) {
    return unreadable(path, error);
  }
}

async function readText(path: string): Promise<Result<string>> {
  try {
    const bytes = await readFile(path);
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return success(text);
  } catch (error) {
    if (error instanceof TypeError) return failure(`${path} isn't UTF-8 text. Save it as UTF-8.`);
    return unreadable(path, error);
  }
}

function unreadable(path: string, error: unknown): { ok: false; message: string } {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "ENOENT") return failure(`${path} doesn't exist. Check the path.`);
  if (code === "EACCES" || code === "EPERM") return failure(`This user can't read ${path}. Change its permissions.`);
  if (code === "EISDIR") return failure(`${path} is a folder, but a file is needed.`);
  return failure(`Can't read ${path} (${code ?? String(error)}).`);
}

export function versionOf(sources: Sources): string {
  const hash = createHash("sha256");
  for (const source of sources) hash.update(basename(source.name)).update("\0").update(source.text).update("\0");
  return hash.digest("hex");
}
