/** Extracts the text that people read from a file: everything else is replaced by spaces, so that offsets stay the same. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { parseSync } from "vite";

interface Range {
  readonly start: number;
  readonly end: number;
}

const readable = /\.(md|ts|tsx|mjs)$/;

/** Files with prose in a file or folder, as paths from `root` with forward slashes. */
export function proseFiles(root: string, path: string): string[] {
  const full = join(root, path);
  if (statSync(full).isFile()) return [path];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && readable.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .filter((file) => !/(^|\/)(node_modules|dist)\//.test(file));
}

/** A Markdown file without its code, or the comments, strings and JSX text of a source file. */
export function readProse(root: string, path: string): string {
  const text = readFileSync(join(root, path), "utf8");
  if (path.endsWith(".md")) return text.replace(/^```[\s\S]*?^```$|``[^\n]+?``|`[^`\n]*`/gm, blank);
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} can't be parsed: ${errors[0]!.message}`);
  const ranges = [...comments, ...textNodes(program)].sort((a, b) => a.start - b.start);
  let prose = "";
  for (const { start, end } of ranges) if (start >= prose.length) prose += blank(text.slice(prose.length, start)) + text.slice(start, end);
  return prose + blank(text.slice(prose.length));
}

const blank = (text: string): string => text.replace(/[^\n]/g, " ");

/** Strings, template texts and JSX text, without the names of imported modules. */
function textNodes(node: unknown): Range[] {
  if (Array.isArray(node)) return node.flatMap(textNodes);
  if (typeof node !== "object" || node === null) return [];
  const { type, value, source: _, ...rest } = node as Record<string, unknown>;
  if (type === "TemplateElement" || type === "JSXText" || (type === "Literal" && typeof value === "string")) return [node as unknown as Range];
  return Object.values(type === "ImportDeclaration" ? {} : { ...rest, value }).flatMap(textNodes);
}
