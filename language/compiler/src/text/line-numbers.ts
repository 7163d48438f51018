/**
 * Lines that a message names. What a unit says is kept, and the line may have moved by the time it is said again: so a
 * message holds a mark of the place, and gets the line's number when it leaves the checker.
 */
import type { Layout } from "@nonet/notation";
import { type Diagnostic, lineMap, type Sources, type Span } from "@nonet/source";

/** Nobody writes it. */
const mark = "\u0001";

/** The line's number, as a mark of the place. */
export const lineAt = (span: Span): string => `${mark}${span.file} ${span.from}${mark}`;

const marked = new RegExp(`${mark}(\\d+) (\\d+)${mark}`, "g");

/** The diagnostics with each mark as the number of the line that its place stands in now. */
export function withLines(diagnostics: readonly Diagnostic[], sources: Sources, layout: Layout): readonly Diagnostic[] {
  if (!diagnostics.some((d) => d.message.includes(mark))) return diagnostics;
  const lines = new Map<number, ReturnType<typeof lineMap>>();
  const lineOf = (file: number, from: number): number => {
    const map = lines.get(file) ?? lineMap(sources[file]?.text ?? "");
    lines.set(file, map);
    return map(layout.from({ file, from, to: from })).line;
  };
  const said = (text: string): string => text.replace(marked, (_, file: string, from: string) => String(lineOf(Number(file), Number(from))));
  return diagnostics.map((d) => (d.message.includes(mark) ? { ...d, message: said(d.message) } : d));
}
