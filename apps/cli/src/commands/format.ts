/** `nonet format FILE [--check]`: rewrites a specification in canonical form. */
import { writeFile } from "node:fs/promises";
import { format as canonical, readTree } from "@nonet/notation";
import { readSpecification } from "../specification/read-specification.ts";
import { fail, printMessage } from "../terminal/print.ts";
import { readArguments } from "../terminal/read-arguments.ts";

/** With --check nothing is written; returns 1 if something would be. */
export async function format(args: readonly string[]): Promise<number> {
  const given = readArguments("format", args, { words: ["FILE"], options: { check: "flag" } });
  if (!given.ok) return fail(given.message);
  const read = await readSpecification(given.value.words[0]!);
  if (!read.ok) return fail(read.message);
  const { sources, paths } = read.value;
  const tree = readTree(sources);
  const changed = sources.map((source, i) => ({ source, path: paths[i]!, text: canonical(tree, i) })).filter(({ source, text }) => text !== source.text);
  if (given.value.has("check")) {
    for (const { source } of changed) printMessage(`${source.name} isn't in canonical form. Run \`nonet format\` to rewrite it.`);
    return changed.length > 0 ? 1 : 0;
  }
  for (const { source, path, text } of changed) {
    const written = await writeFile(path, text).then(
      () => true,
      () => false,
    );
    if (!written) return fail(`This user can't write ${source.name}. Change its permissions.`);
    printMessage(`Rewrote ${source.name}.`);
  }
  return 0;
}
