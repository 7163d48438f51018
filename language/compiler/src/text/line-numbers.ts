/**
 * Line numbers in messages. Findings are kept between checks, and the line may move meanwhile, so a message contains a
 * mark of the place. The mark becomes the number of the line when the message leaves the checker.
 */
import type { Layout } from "@nonet/notation";
import { type Diagnostic, lineMap, type Sources, type Span } from "@nonet/source";

/** A character that no document contains. */
const mark = "\u0001";

/** A mark of the place, which becomes the number of its line. */
export const lineAt = (span: Span): string => `${mark}${span.file} ${span.from}${mark}`;

const marked = new RegExp(`${mark}(\\d+) (\\d+)${mark}`, "g");

/** The diagnostics with each mark replaced by the current number of its line. */
export function withLines(diagnostics: readonly Diagnostic[], sources: Sources, layout: Layout): readonly Diagnostic[] {
  if (!diagnostics.some((d) => d.message.includes(mark))) return diagnostics;
  const lines = new Map<number, ReturnType<typeof lineMap>>();
  const lineOf = (file: number, from: number): number => {
    const map = lines.get(file) ?? lineMap(sources[file]?.text ?? "");
    lines.set(file, map);
    return map(layout.from({ file, from, to: from })).line;
  };
  const numbered = (text: string): string => text.replace(marked, (_, file: string, from: string) => String(lineOf(Number(file), Number(from))));
  return diagnostics.map((d) => (d.message.includes(mark) ? { ...d, message: numbered(d.message) } : d));
}
