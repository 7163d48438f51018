/** Prints diagnostics for people: message, location, the source line, and a caret under the affected words. */
import { lineMap, type Diagnostic, type Severity, type Sources } from "@nonet/source";
import { printMessage } from "./print.ts";
import { sourceWindow } from "./source-window.ts";

const severities: readonly Severity[] = ["error", "warning", "hint"];

/** How many of a kind are shown in full; the others are counted with their lines. */
const shown: Readonly<Record<Severity, number>> = { error: 5, warning: 3, hint: 3 };

/** Prints all diagnostics to standard error: errors first, then warnings and hints, each in the order of the document. Their count follows. */
export function printDiagnostics(sources: Sources, diagnostics: readonly Diagnostic[]): void {
  if (diagnostics.length === 0) return;
  const bySeverity = severities.map((severity) => inDocumentOrder(diagnostics).filter((d) => d.severity === severity));
  for (const text of bySeverity.flatMap((found) => showAlike(sources, found))) printMessage(`${text}\n`);
  printMessage(countOf(diagnostics));
}

/** The diagnostics in full, except for those of which there are many. */
function showAlike(sources: Sources, diagnostics: readonly Diagnostic[]): readonly string[] {
  const kinds = new Map<string, Diagnostic[]>();
  for (const d of diagnostics) kinds.set(kindOf(d), [...(kinds.get(kindOf(d)) ?? []), d]);
  return diagnostics.flatMap((d) => {
    const alike = kinds.get(kindOf(d))!;
    const at = alike.indexOf(d);
    const limit = shown[d.severity];
    // One more takes no more room than its count.
    if (at < limit || alike.length === limit + 1) return [showDiagnostic(sources, d)];
    return at === limit ? [showRest(sources, alike.slice(limit), alike.slice(0, limit))] : [];
  });
}

/** Diagnostics of one kind have the same code, and the same message and fixes apart from the names and numbers in them. A sign in backticks is no name: each has advice of its own. */
const kindOf = ({ code, message, fixes }: Diagnostic): string =>
  `${code} ${[message, ...fixes.map(({ title }) => title)].map((text) => text.replace(/"[^"]*"|`[^`]*\p{L}[^`]*`|[\d.,]+/gu, "…")).join(" ")}`;

/** `and 14 more of [unknown-name], in lines 12, 30 and 41`, with the few fixes that none of those before has. */
function showRest(sources: Sources, rest: readonly Diagnostic[], before: readonly Diagnostic[]): string {
  const places = [...new Set(rest.map(({ span }) => `${sources.length > 1 ? `${sources[span.file]?.name}:` : ""}${lineMap(sources[span.file]?.text ?? "")(span.from).line}`))];
  const named = places.length > 12 ? [...places.slice(0, 11), `${places.length - 11} others`] : places;
  const listed = named.length < 2 ? named.join("") : `${named.slice(0, -1).join(", ")} and ${named.at(-1)}`;
  const known = before.flatMap(({ fixes }) => fixes.map(({ title }) => title));
  const others = [...new Set(rest.flatMap(({ fixes }) => fixes.slice(0, 1).map(({ title }) => title)))].filter((title) => !known.includes(title));
  const fixed = others.length > 0 && others.length <= 4 ? others.map((title) => `\n  = fix: ${title}`).join("") : "";
  return `and ${rest.length} more of ${rest[0]!.severity} [${rest[0]!.code}], in line${places.length === 1 ? "" : "s"} ${listed}${fixed}`;
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
  const { text, from, to } = sourceWindow(line, at.column - 1, at.column - 1 + length);
  // Tabs are kept, so that the caret lines up whatever their width.
  const before = text.slice(0, from).replace(/[^\t]/g, " ");
  return [head, `  --> ${source.name}:${at.line}:${at.column}`, `${number} | ${text}`, `${" ".repeat(number.length)} | ${before}${"^".repeat(to - from)}`, ...hints].join("\n");
}

export function inDocumentOrder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...diagnostics].sort((a, b) => a.span.file - b.span.file || a.span.from - b.span.from);
}

export const hasErrors = (diagnostics: readonly Diagnostic[]): boolean => diagnostics.some((d) => d.severity === "error");

export function countOf(diagnostics: readonly Diagnostic[]): string {
  const of = (severity: string, word: string): string => {
    const n = diagnostics.filter((d) => d.severity === severity).length;
    return n === 0 ? "" : `${n} ${word}${n === 1 ? "" : "s"}`;
  };
  return [of("error", "error"), of("warning", "warning"), of("hint", "hint")].filter(Boolean).join(", ");
}
