/** Reads an OpenAPI description from a file of YAML or JSON. */
import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { importOpenApi, type Json, type JsonObject, whyNotOpenApi } from "@nonet/import";
import { parseDocument } from "yaml";
import { failure, success, type Result } from "../terminal/result.ts";
import type { ImportSource } from "./import-source.ts";

const maxBytes = 50_000_000;

export async function readOpenApi(path: string): Promise<Result<ImportSource>> {
  const text = await textOf(path);
  if (!text.ok) return text;
  const parsed = parse(path, text.value);
  if (!parsed.ok) return parsed;
  const why = whyNotOpenApi(parsed.value);
  if (why !== null) return failure(`${path}: ${why}`);
  const root = parsed.value as JsonObject;
  return success({ name: basename(path).replace(/\.\w+$/, ""), make: (options) => ({ ...importOpenApi(root, options), load: null }) });
}

async function textOf(path: string): Promise<Result<string>> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) return failure(`${path} is a folder, but a file is needed.`);
    if (found.size > maxBytes) return failure(`${path} is larger than 50 MB.`);
    return success(new TextDecoder("utf-8", { fatal: true }).decode(await readFile(path)));
  } catch (error) {
    if (error instanceof TypeError) return failure(`${path} isn't UTF-8 text. Save it as UTF-8.`);
    const code = (error as NodeJS.ErrnoException).code;
    return failure(code === "ENOENT" ? `${path} doesn't exist. Check the path.` : `Can't read ${path} (${code ?? String(error)}).`);
  }
}

function parse(path: string, text: string): Result<Json> {
  if (/^\s*\{/.test(text)) {
    try {
      return success(JSON.parse(text) as Json);
    } catch (error) {
      return failure(`${path} isn't valid JSON: ${(error as Error).message}`);
    }
  }
  const document = parseDocument(text, { logLevel: "silent" });
  const wrong = document.errors[0];
  if (wrong) return failure(`${path} isn't valid YAML: ${wrong.message.split("\n")[0]}`);
  // An alias that is repeated without end would fill the memory.
  try {
    return success(document.toJS({ maxAliasCount: 1000 }) as Json);
  } catch {
    return failure(`${path} has too many aliases.`);
  }
}
