/** Shows diagnostics as a person reads them: place, message, the line itself and a caret under the words meant. */
import { lineMap, type Diagnostic, type Sources } from "@nonet/source";
import { note } from "./print.ts";

/** All of them in the order of the document, to standard error, with a closing count. */
export function printDiagnostics(sources: Sources, diagnostics: readonly Diagnostic[]): void {
  if (diagnostics.length === 0) return;
  for (const text of inOrder(diagnostics).map((d) => showDiagnostic(sources, d))) note(`${text}\n`);
  note(countOf(diagnostics));
}

export function showDiagnostic(sources: Sources, diagnostic: Diagnostic): string {
  const source = sources[diagnostic.span.file];
  const head = `${diagnostic.severity} [${diagnostic.code}] ${diagnostic.message}`;
  const ways = [...(diagnostic.hint ? [`  = ${diagnostic.hint}`] : []), ...diagnostic.fixes.map((fix) => `  = fix: ${fix.title}`)];
  if (!source) return [head, ...ways].join("\n");
  const at = lineMap(source.text)(diagnostic.span.from);
  const line = source.text.split("\n")[at.line - 1]?.replace(/\r$/, "") ?? "";
  const length = Math.max(1, Math.min(diagnostic.span.to - diagnostic.span.from, line.length - at.column + 1));
  const number = String(at.line);
  // Tabs stay tabs beneath, so that the caret stands under its word whatever their width.
  const before = line.slice(0, at.column - 1).replace(/[^\t]/g, " ");
  return [head, `  --> ${source.name}:${at.line}:${at.column}`, `${number} | ${line}`, `${" ".repeat(number.length)} | ${before}${"^".repeat(length)}`, ...ways].join("\n");
}

export function inOrder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...diagnostics].sort((a, b) => a.span.file - b.span.file || a.span.from - b.span.from);
}

export const hasErrors = (diagnostics: readonly Diagnostic[]): boolean => diagnostics.some((d) => d.severity === "error");

function countOf(diagnostics: readonly Diagnostic[]): string {
  const of = (severity: string, word: string): string => {
    const n = diagnostics.filter((d) => d.severity === severity).length;
    return n === 0 ? "" : `${n} ${word}${n === 1 ? "" : "s"}`;
  };
  return [of("error", "error"), of("warning", "warning"), of("hint", "hint")].filter(Boolean).join(", ");
}
