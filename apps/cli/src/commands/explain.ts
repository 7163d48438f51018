/** `nonet explain FILE [NAME]`: each element as one sentence with its line, then the defaults that apply. A document with errors is explained as far as it was understood. */
import { sentences } from "@nonet/compiler";
import { defaultsInForce } from "@nonet/model";
import { lineMap, nearest } from "@nonet/source";
import { fold } from "@nonet/feel";
import { openSpecification, reportErrors } from "../specification/compile-specification.ts";
import { fail, print } from "../terminal/print.ts";

export async function explain(args: readonly string[]): Promise<number> {
  const opened = await openSpecification("explain", args, {}, ["[NAME]"]);
  const code = reportErrors(opened);
  if (!opened.ok) return code;
  const { compiled, specification, given } = opened.value;
  const name = given.words[1];
  const all = sentences(compiled.product);
  const chosen = name === undefined ? all : all.filter((s) => fold(s.what).includes(fold(name)));
  if (chosen.length === 0 && name !== undefined) {
    const suggestion = nearest(
      name,
      all.map((s) => s.what),
    );
    return fail(`The specification has nothing called "${name}".${suggestion ? ` Did you mean "${suggestion}"?` : " Run `nonet explain FILE` to list everything."}`);
  }
  const places = specification.sources.map((s) => lineMap(s.text));
  for (const { sentence, span } of chosen) {
    const place = span ? `${specification.sources[span.file]!.name}:${places[span.file]!(span.from).line}` : "default";
    print(`${place}: ${sentence}`);
  }
  if (name === undefined) {
    print("\nDefaults that apply:");
    for (const one of defaultsInForce(compiled.product)) print(`  ${one.number}. ${one.text}`);
  }
  return code;
}
