/** `nonet mcp`: tools for assistants, over standard input and output. */
import { readFile } from "node:fs/promises";
import { isAbsolute, relative, resolve } from "node:path";
import { type ExampleReport, serveAssistants } from "@nonet/mcp";
import type { Product } from "@nonet/model";
import { importForAssistants } from "../import/import-for-assistants.ts";
import { runInEmptyProducts } from "../product/run-in-empty-products.ts";
import { readGuide } from "../specification/read-guide.ts";
import { fail } from "../terminal/print.ts";
import { readArguments } from "../terminal/read-arguments.ts";

/** Returns 0 when the assistant ends the session. */
export async function mcp(args: readonly string[]): Promise<number> {
  const given = readArguments("mcp", args, { words: [], options: {} });
  if (!given.ok) return fail(given.message);
  await serveAssistants({ readGuide, readFile: readDocument, runExamples, importFrom });
  return 0;
}

const importFrom = (kind: string, source: string): ReturnType<typeof importForAssistants> =>
  kind === "postgres" || isInWorkingFolder(source) ? importForAssistants(kind, source) : Promise.resolve({ problem: `${source} isn't in the working folder.` });

function isInWorkingFolder(path: string): boolean {
  const within = relative(process.cwd(), resolve(path));
  return !within.startsWith("..") && !isAbsolute(within);
}

/** Only Markdown files below the working folder: an assistant needs no other ones. */
async function readDocument(path: string): Promise<{ readonly text: string } | { readonly problem: string }> {
  if (!isInWorkingFolder(path) || !/\.md$/i.test(path)) return { problem: `${path} isn't a Markdown file in the working folder. Send \`text\` instead.` };
  return readFile(path, "utf8").then(
    (text) => ({ text }),
    () => ({ problem: `${path} can't be read. Check the path, or send \`text\`.` }),
  );
}

async function runExamples(product: Product): Promise<readonly ExampleReport[] | string> {
  const outcome = await runInEmptyProducts(product);
  return typeof outcome === "string"
    ? outcome
    : outcome.map(({ title, failure }) => ({ title, failure: failure && { line: failure.line, expected: failure.expected, seen: failure.seen } }));
}
