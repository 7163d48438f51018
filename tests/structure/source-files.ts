/** Every source file of the packages, with what it imports. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");

export interface Import {
  /** Path from the root. */
  readonly file: string;
  readonly from: string;
  readonly typeOnly: boolean;
}

export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** The source files below `PACKAGE/src`. */
export function sourceFiles(packageFolder: string): SourceFile[] {
  return filesIn(join(root, packageFolder, "src")).map((path) => ({ path: relative(root, path), text: readFileSync(path, "utf8") }));
}

export function importsOf({ path, text }: SourceFile): Import[] {
  const found: Import[] = [];
  const code = withoutComments(text);
  for (const match of code.matchAll(/^\s*(?:import|export)\s+(type\s+)?(?:[^"';]*?\sfrom\s+)?["']([^"']+)["']/gm))
    found.push({ file: path, from: match[2]!, typeOnly: match[1] !== undefined });
  for (const match of code.matchAll(/\bimport\(\s*["']([^"']+)["']\s*\)(\.[A-Z])?/g)) found.push({ file: path, from: match[1]!, typeOnly: match[2] !== undefined });
  return found;
}

/** The file that a relative import names, as a path from the root. */
export const target = ({ file, from }: Import): string => posix.normalize(posix.join(posix.dirname(file), from));

/** Enough for this purpose: block comments, and line comments that aren't inside an address. */
export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "$1");
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}
