/** Diagnostics as marks in the text, with their fixes as actions. */
import type { Diagnostic as Mark } from "@codemirror/lint";
import type { ChangeDesc } from "@codemirror/state";
import type { Diagnostic } from "@nonet/source";
import type { Edits } from "../contract/messages.ts";

export interface MarkOptions {
  readonly file: number;
  /** What has been typed since the text was sent to the checker. */
  readonly since: ChangeDesc | null;
  readonly length: number;
  readonly apply: (edits: Edits) => void;
}

export function marksOf(diagnostics: readonly Diagnostic[], { file, since, length, apply }: MarkOptions): Mark[] {
  const at = (offset: number, side: -1 | 1): number => Math.min(since ? since.mapPos(offset, side) : offset, length);
  return diagnostics
    .filter(({ span }) => span.file === file)
    .map(({ code, severity, span, message, hint, fixes }) => {
      const from = at(span.from, 1);
      return {
        from,
        to: Math.max(from, at(span.to, -1)),
        severity,
        source: code,
        message: hint === undefined ? message : `${message}\n${hint}`,
        actions: fixes.map((fix) => ({ name: fix.title, apply: () => apply(fix.edits) })),
      };
    });
}
