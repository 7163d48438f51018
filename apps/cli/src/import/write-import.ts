/** Writes an import, or brings it into a document that was imported before. */
import { readFile, rename, writeFile } from "node:fs/promises";
import { givenNames, mergeImports, verified, type Account, type Merged } from "@nonet/import";
import { failure, success, type Result } from "../terminal/result.ts";
import type { ImportSource, Load } from "./import-source.ts";

export interface Written {
  readonly account: Account;
  readonly text: string;
  /** null: the document is new. */
  readonly merged: Merged | null;
  readonly load: Load | null;
}

/** The text of the last import, in a file next to the document: the difference between the two is what people have changed since. */
export const basePath = (path: string): string => `${path}.imported`;

export async function writeImport(source: ImportSource, path: string): Promise<Result<Written>> {
  const [written, base] = [await textOf(path), await textOf(basePath(path))];
  if (written !== null && base === null)
    return failure(`${path} exists, and ${basePath(path)} doesn't, so changes by hand can't be recognized. Write to another file with --to, and compare the two.`);
  const names = written !== null && base !== null ? givenNames(written, base) : new Map<string, string>();
  const { made, text, errors } = verified((refused) => source.make({ refused, names }));
  if (errors.length > 0) return failure(`The import would have errors, so nothing was written:\n${errors.slice(0, 10).join("\n")}`);
  const merged = written !== null && base !== null ? mergeImports(base, written, text) : null;
  const failed = (await write(path, merged?.text ?? text)) ?? (await write(basePath(path), text));
  return failed === null ? success({ account: made.account, text: merged?.text ?? text, merged, load: made.load }) : failure(failed);
}

/** null where there is no such file. */
const textOf = (path: string): Promise<string | null> => readFile(path, "utf8").catch(() => null);

/** Whole or not at all. */
async function write(path: string, text: string): Promise<string | null> {
  const next = `${path}.${process.pid}.new`;
  try {
    await writeFile(next, text);
    await rename(next, path);
    return null;
  } catch (error) {
    return `Can't write ${path} (${(error as NodeJS.ErrnoException).code ?? String(error)}).`;
  }
}
