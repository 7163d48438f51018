/** Writes a former version of the document into its files, where it is a draft until somebody applies it. */
import { basename } from "node:path";
import type { Sources } from "@nonet/source";
import { readSpecification } from "../specification/read-specification.ts";
import { saveFiles } from "../specification/save-files.ts";
import { failure, success, type Result } from "../terminal/result.ts";

interface Restoring {
  readonly file: string;
  readonly sources: Sources;
  /** The versions that are kept: a text that isn't one of them would be lost. */
  readonly known: ReadonlySet<string>;
  readonly overwrite: boolean;
}

/** The names of the files. */
export async function restoreVersion({ file, sources, known, overwrite }: Restoring): Promise<Result<readonly string[]>> {
  const read = await readSpecification(file);
  if (!read.ok) return read;
  const { paths, version } = read.value;
  if (!known.has(version) && !overwrite) return failure(`${file} has changes that have never been live, so they aren't kept anywhere. Copy the file first, then add --overwrite.`);
  const names = paths.map((path) => basename(path));
  const files = paths.length === 1 && sources.length === 1 ? [{ name: names[0]!, text: sources[0]!.text }] : sources.map(({ name, text }) => ({ name: basename(name), text }));
  if (
    [...names].sort().join("\n") !==
    files
      .map(({ name }) => name)
      .sort()
      .join("\n")
  )
    return failure(
      `That version consists of the files ${files.map(({ name }) => name).join(", ")}, and the specification of ${names.join(", ")}. Make the files the same, or print the version with \`nonet versions ${file} show N\`.`,
    );
  const saved = await saveFiles(file, files, version);
  return saved.ok ? success(names) : failure(saved.message);
}
