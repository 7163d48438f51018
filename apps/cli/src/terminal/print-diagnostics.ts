/** Prints diagnostics for people: message, location, the source line, and a caret under the affected words. */
import { lineMap, type Diagnostic, type Sources } from "@nonet/source";
import { printMessage } from "./print.ts";

/** Prints all diagnostics in document order to standard error, followed by their count. */
export function printDiagnostics(sources: Sources, diagnostics: readonly Diagnostic[]): void {
  if (diagnostics.length === 0) return;
  for (const text of inDocumentOrder(diagnostics).map((d) => showDiagnostic(sources, d))) printMessage(`${text}\n`);
  printMessage(countOf(diagnostics));
}

export function showDiagnostic(sources: Sources, diagnostic: Diagnostic): string {
  const source = sources[diagnostic.span.file];
  const head = `${diagnostic.severity} [${diagnostic.code}] ${diagnostic.message}`;
  const hints = [...(diagnostic.hint ? [`  = ${diagnostic.hint}`] : []), ...diagnostic.fixes.map((fix) => `  = fix: ${fix.title}`)];
  if (!source) return [head, ...hints].join("\n");
  const at = lineMap(source.text)(diagnostic.span.from);
  const line = source.text.split("\n")[at.line - 1]?.replace(/\r$/, "") ?? "";
  const length = Math.max(1, Math.min(diagnostic.span.to - diagnostic.span.from, line.length - at.column + 1));
  const number = String(at.line);
  // Tabs are kept, so that the caret lines up whatever their width.
  const before = line.slice(0, at.column - 1).replace(/[^\t]/g, " ");
  return [head, `  --> ${source.name}:${at.line}:${at.column}`, `${number} | ${line}`, `${" ".repeat(number.length)} | ${before}${"^".repeat(length)}`, ...hints].join("\n");
}

export function inDocumentOrder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
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
