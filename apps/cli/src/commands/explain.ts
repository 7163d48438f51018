/** `nonet explain FILE [NAME or LINE]`: each element as one sentence with its line, then the defaults that apply. A document with errors is explained as far as it was understood. */
import { lineAt, type Sentence, sentences, sentencesAt } from "@nonet/compiler";
import { defaultsInForce } from "@nonet/model";
import { lineMap, nearest } from "@nonet/source";
import { fold } from "@nonet/feel";
import { openSpecification, type Opened } from "../specification/compile-specification.ts";
import { countOf, hasErrors, showDiagnostic } from "../terminal/print-diagnostics.ts";
import { fail, print, printMessage } from "../terminal/print.ts";

export async function explain(args: readonly string[]): Promise<number> {
  const opened = await openSpecification("explain", args, {}, ["[NAME or LINE]"]);
  if (!opened.ok) return fail(opened.message);
  const { compiled, given } = opened.value;
  const [file, name] = given.words;
  const code = hasErrors(compiled.diagnostics) ? 1 : 0;
  if (code === 1)
    printMessage(
      `${file} has ${countOf(compiled.diagnostics.filter((d) => d.severity === "error"))}, so only what was understood is explained. \`nonet check ${file}\` shows them.`,
    );
  const all = sentences(compiled.product);
  if (name !== undefined && /^\d+$/.test(name)) return explainLine(opened.value, all, Number(name)) ? code : 2;
  const chosen = name === undefined ? all : all.filter((s) => fold(s.what).includes(fold(name)));
  if (chosen.length === 0 && name !== undefined) {
    const suggestion = nearest(
      name,
      all.map((s) => s.what),
    );
    return fail(`The specification has nothing called "${name}".${suggestion ? ` Did you mean "${suggestion}"?` : " Run `nonet explain FILE` to list everything."}`);
  }
  printSentences(opened.value, chosen);
  if (name === undefined) {
    print("\nDefaults that apply:");
    for (const one of defaultsInForce(compiled.product)) print(`  ${one.number}. ${one.text}`);
  }
  return code;
}

function printSentences({ specification }: Opened, chosen: readonly Sentence[]): void {
  const places = specification.sources.map((s) => lineMap(s.text));
  for (const { sentence, span } of chosen) {
    const place = span ? `${specification.sources[span.file]!.name}:${places[span.file]!(span.from).line}` : "default";
    print(`${place}: ${sentence}`);
  }
}

/** The line as it is written, what it says and what is wrong with it, in each file that has such a line; false if none has. */
function explainLine(opened: Opened, all: readonly Sentence[], number: number): boolean {
  const { sources } = opened.specification;
  const lines = sources.flatMap(({ text }, file) => lineAt(text, file, number) ?? []);
  if (lines.length === 0) fail(`The specification has no line ${number}.`);
  for (const line of lines) {
    print(`${number} | ${sources[line.file]!.text.slice(line.from, line.to).trim()}`);
    const found = opened.compiled.diagnostics.filter(({ span }) => span.file === line.file && span.from <= line.to && span.to >= line.from);
    const chosen = sentencesAt(all, line);
    printSentences(opened, chosen);
    if (chosen.length === 0 && found.length === 0)
      print(
        opened.compiled.readsAt(line.file, line.from, line.to)
          ? "The product reads this line as a part of what the heading or the line above it describes, where it is explained."
          : "The product reads nothing from this line: it is prose, a heading or the frame of a table.",
      );
    for (const one of found) printMessage(`\n${showDiagnostic(sources, one)}`);
  }
  return lines.length > 0;
}
