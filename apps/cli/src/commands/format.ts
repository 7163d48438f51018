/** `nonet format FILE [--check]`: rewrites a specification in the canonical form. */
import { writeFile } from "node:fs/promises";
import { format as canonical, readTree } from "@nonet/notation";
import { readArguments } from "../terminal/read-arguments.ts";
import { readSpecification } from "../specification/read-specification.ts";
import { fail, note } from "../terminal/print.ts";

/** With --check nothing is written, and 1 says that something would be. */
export async function format(args: readonly string[]): Promise<number> {
  const given = readArguments("format", args, { words: ["FILE"], options: { check: "flag" } });
  if (!given.ok) return fail(given.sentence);
  const read = await readSpecification(given.value.words[0]!);
  if (!read.ok) return fail(read.sentence);
  const { sources, paths } = read.value;
  const tree = readTree(sources);
  const changed = sources.map((source, i) => ({ source, path: paths[i]!, text: canonical(tree, i) })).filter(({ source, text }) => text !== source.text);
  if (given.value.has("check")) {
    for (const { source } of changed) note(`${source.name} is not in the canonical form: \`nonet format\` rewrites it.`);
    return changed.length > 0 ? 1 : 0;
  }
  for (const { source, path, text } of changed) {
    const written = await writeFile(path, text).then(
      () => true,
      () => false,
    );
    if (!written) return fail(`${source.name} can't be written by this user: change its permissions.`);
    note(`Rewrote ${source.name}.`);
  }
  return 0;
}
