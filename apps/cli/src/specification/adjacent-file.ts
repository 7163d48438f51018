/** Reads a file that a specification names, from its own folder and nowhere else. */
import { readFile, realpath, stat } from "node:fs/promises";
import { dirname, join, sep } from "node:path";

const mostBytes = 2_000_000;

/** `specification` is a file or a folder; null where there is no such file, or it lies outside (a link may lead there). */
export async function fileBeside(specification: string, name: string): Promise<Buffer | null> {
  try {
    const folder = await realpath((await stat(specification)).isDirectory() ? specification : dirname(specification));
    const file = await realpath(join(folder, name));
    if (!file.startsWith(folder.endsWith(sep) ? folder : folder + sep) || (await stat(file)).size > mostBytes) return null;
    return await readFile(file);
  } catch {
    return null;
  }
}
