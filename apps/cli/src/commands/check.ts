/** `nonet check FILE`: reports errors, open points, prose and enforced statements, for people or for tools. */
import { jsonReport } from "../reports/json-report.ts";
import { sarifReport } from "../reports/sarif-report.ts";
import { missingPictures } from "../specification/missing-pictures.ts";
import { openSpecification, type Opened } from "../specification/compile-specification.ts";
import { hasErrors, printDiagnostics } from "../terminal/print-diagnostics.ts";
import { fail, print } from "../terminal/print.ts";

const forms = ["text", "json", "sarif"];

/** Returns 0, or 1 on errors and, with --strict, on open points. */
export async function check(args: readonly string[]): Promise<number> {
  const opened = await openSpecification("check", args, { format: "value", strict: "flag" });
  if (!opened.ok) return fail(opened.message);
  const { given, compiled } = opened.value;
  const form = given.options["format"] ?? "text";
  if (!forms.includes(form)) return fail(`--format must be text, json or sarif, not "${form}".`);
  if (form === "json") print(JSON.stringify(jsonReport(opened.value.specification.sources, compiled), null, 2));
  else if (form === "sarif") print(JSON.stringify(sarifReport(opened.value.specification.sources, compiled.diagnostics), null, 2));
  else await printText(opened.value);
  return hasErrors(compiled.diagnostics) || (given.has("strict") && compiled.open.length > 0) ? 1 : 0;
}

async function printText({ specification, compiled }: Opened): Promise<void> {
  printDiagnostics(specification.sources, compiled.diagnostics);
  for (const sentence of await missingPictures(specification, compiled.product)) print(sentence);
  const report = jsonReport(specification.sources, compiled);
  if (report.open.length > 0) print("Not shown:");
  for (const open of report.open) {
    print(`  ${open.file}:${open.line}: ${open.what}`);
    for (const affected of open.affects) print(`      affects: ${affected}`);
  }
  const prose = report.prose.length;
  if (prose > 0) print(`Prose, which nothing enforces: ${linesOf(report.prose)}.`);
  print(`${report.enforced} statements enforced (${report.elements} elements), ${report.open.length} not shown, ${prose} passage${prose === 1 ? "" : "s"} of prose.`);
}

/** `lines 9, 31 to 33 and 40`; of several files, each with its name. */
function linesOf(passages: ReturnType<typeof jsonReport>["prose"]): string {
  const files = [...new Set(passages.map(({ file }) => file))];
  return files
    .map((file) => {
      const own = passages.filter((one) => one.file === file).map(({ from, to }) => (to.line > from.line ? `${from.line} to ${to.line}` : String(from.line)));
      const shown = own.length > mostPassages ? [...own.slice(0, mostPassages), `${own.length - mostPassages} more`] : [...own];
      const last = shown.pop()!;
      const lines = `line${own.length > 1 || last.includes("to") ? "s" : ""} ${shown.length > 0 ? `${shown.join(", ")} and ` : ""}${last}`;
      return files.length > 1 ? `${lines} of ${file}` : lines;
    })
    .join("; ");
}

/** Long texts around a specification would fill the screen. */
const mostPassages = 20;
