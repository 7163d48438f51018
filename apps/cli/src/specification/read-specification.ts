/** Reads a specification from the disk: one Markdown file, or a folder's in name order. */
import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { Sources } from "@nonet/source";
import { done, mistake, type Attempt } from "../terminal/attempt.ts";

export interface Specification {
  readonly sources: Sources;
  /** Absolute paths, in the order of `sources`. */
  readonly paths: readonly string[];
  /** SHA-256 hex of names and texts. */
  readonly version: string;
}

/** `path` as the person wrote it; files are named as they would name them. */
export async function readSpecification(path: string): Promise<Attempt<Specification>> {
  const files = await filesOf(path);
  if (!files.ok) return files;
  const sources: { name: string; text: string }[] = [];
  for (const file of files.value) {
    const read = await readText(file);
    if (!read.ok) return read;
    sources.push({ name: files.value.length === 1 && file === path ? path : join(dirname(file), basename(file)), text: read.value });
  }
  return done({ sources, paths: files.value.map((file) => resolve(file)), version: versionOf(sources) });
}

async function filesOf(path: string): Promise<Attempt<string[]>> {
  try {
    const found = await stat(path);
    if (!found.isDirectory()) return found.isFile() ? done([path]) : mistake(`${path} is neither a file nor a folder.`);
    const names = (await readdir(path)).filter((name) => name.toLowerCase().endsWith(".md") && !name.startsWith(".")).sort();
    if (names.length === 0) return mistake(`The folder ${path} holds no Markdown file: put the specification into a file ending in .md, or name another folder.`);
    return done(names.map((name) => join(path, name)));
  } catch (error) {
    return unreadable(path, error);
  }
}

async function readText(path: string): Promise<Attempt<string>> {
  try {
    const bytes = await readFile(path);
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return done(text);
  } catch (error) {
    if (error instanceof TypeError) return mistake(`${path} is not UTF-8 text: save it as UTF-8.`);
    return unreadable(path, error);
  }
}

function unreadable(path: string, error: unknown): { ok: false; sentence: string } {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "ENOENT") return mistake(`There is no file or folder ${path}: check the path.`);
  if (code === "EACCES" || code === "EPERM") return mistake(`${path} can't be read by this user: change its permissions.`);
  if (code === "EISDIR") return mistake(`${path} is a folder where a file is needed.`);
  return mistake(`${path} can't be read (${code ?? String(error)}).`);
}

function versionOf(sources: Sources): string {
  const hash = createHash("sha256");
  for (const source of sources) hash.update(basename(source.name)).update("\0").update(source.text).update("\0");
  return hash.digest("hex");
}
