/** `nonet lsp`: the language server for editors, over standard input and output. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { compile } from "@nonet/compiler";
import { type ExampleOutcome, type FileText, serveStdio } from "@nonet/lsp";
import type { Sources } from "@nonet/source";
import { runInEmptyProducts } from "../product/run-in-empty-products.ts";
import { fail } from "../terminal/print.ts";
import { readArguments } from "../terminal/read-arguments.ts";

/** Returns 0 when the editor ends the session. */
export async function lsp(args: readonly string[]): Promise<number> {
  // Editors add `--stdio` by habit: there is no other way.
  const given = readArguments("lsp", args, { words: [], options: { stdio: "flag" } });
  if (!given.ok) return fail(given.message);
  await serveStdio({ readFolder, runExample });
  return 0;
}

/** The Markdown files of a folder; one that can't be read is left out. */
async function readFolder(uri: string): Promise<readonly FileText[]> {
  if (!uri.startsWith("file:")) return [];
  const folder = fileURLToPath(uri);
  const names = (await readdir(folder)).filter((name) => name.toLowerCase().endsWith(".md") && !name.startsWith(".")).sort();
  const files = await Promise.all(names.map(async (name) => ({ uri: pathToFileURL(join(folder, name)).href, text: await readFile(join(folder, name), "utf8").catch(() => null) })));
  return files.filter((file): file is FileText => file.text !== null);
}

async function runExample(sources: Sources, title: string): Promise<ExampleOutcome | string> {
  const { product } = compile(sources);
  const examples = product.examples.filter((example) => example.title === title);
  if (examples.length === 0) return `The document has no example "${title}".`;
  const outcome = await runInEmptyProducts({ ...product, examples });
  if (typeof outcome === "string") return outcome;
  const failed = outcome.find(({ failure }) => failure !== null)?.failure;
  return { title, failure: failed ? { file: failed.file ?? 0, line: failed.line, expected: failed.expected, seen: failed.seen } : null };
}
