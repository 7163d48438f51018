/** Reads a file that a specification names, from the specification's own folder only. */
import { readFile, realpath, stat } from "node:fs/promises";
import { dirname, join, sep } from "node:path";

/** A photo as a camera takes it; the server makes smaller ones of it. */
const maxBytes = 10_000_000;

/** `specification` is a file or a folder. Null if the file doesn't exist, is too large, or lies outside the folder, for example through a symbolic link. */
export async function readAdjacentFile(specification: string, name: string): Promise<Buffer | null> {
  try {
    const folder = await realpath((await stat(specification)).isDirectory() ? specification : dirname(specification));
    const file = await realpath(join(folder, name));
    if (!file.startsWith(folder.endsWith(sep) ? folder : folder + sep) || (await stat(file)).size > maxBytes) return null;
    return await readFile(file);
  } catch {
    return null;
  }
}
