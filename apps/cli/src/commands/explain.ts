/** `nonet explain FILE [NAME]`: every element as one plain sentence with its line, then the defaults; where there are mistakes, of what could be understood. */
import { sentences } from "@nonet/compiler";
import { defaultsInForce } from "@nonet/model";
import { lineMap, nearest } from "@nonet/source";
import { fold } from "@nonet/feel";
import { openSpecification, refuseErrors } from "../specification/compile-specification.ts";
import { fail, print } from "../terminal/print.ts";

export async function explain(args: readonly string[]): Promise<number> {
  const opened = await openSpecification("explain", args, {}, ["[NAME]"]);
  const code = refuseErrors(opened);
  if (!opened.ok) return code;
  const { compiled, specification, given } = opened.value;
  const name = given.words[1];
  const all = sentences(compiled.product);
  const chosen = name === undefined ? all : all.filter((s) => fold(s.what).includes(fold(name)));
  if (chosen.length === 0 && name !== undefined) {
    const meant = nearest(
      name,
      all.map((s) => s.what),
    );
    return fail(`Nothing in the specification is called "${name}"${meant ? `; did you mean "${meant}"?` : "; `nonet explain FILE` lists everything."}`);
  }
  const places = specification.sources.map((s) => lineMap(s.text));
  for (const { sentence, span } of chosen) {
    const place = span ? `${specification.sources[span.file]!.name}:${places[span.file]!(span.from).line}` : "no line says so";
    print(`${place}: ${sentence}`);
  }
  if (name === undefined) {
    print("\nWhere no line says otherwise:");
    for (const one of defaultsInForce(compiled.product)) print(`  ${one.number}. ${one.text}`);
  }
  return code;
}
