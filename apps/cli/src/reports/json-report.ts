/** The output of `check --format json`, which other tools rely on. */
import { lineMap, type Fix, type Severity, type Sources, type Span } from "@nonet/source";
import type { Compiled } from "../specification/compile-specification.ts";
import { inDocumentOrder } from "../terminal/print-diagnostics.ts";

export interface JsonReport {
  readonly diagnostics: readonly {
    readonly code: string;
    readonly severity: Severity;
    readonly message: string;
    readonly hint: string | null;
    readonly file: string;
    readonly from: Position;
    readonly to: Position;
    readonly fixes: readonly JsonFix[];
  }[];
  readonly open: readonly { readonly what: string; readonly file: string; readonly line: number; readonly affects: readonly string[] }[];
  readonly prose: readonly { readonly file: string; readonly from: Position; readonly to: Position }[];
  readonly enforced: number;
  readonly elements: number;
}

/** Both start at 1; columns count UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

interface JsonFix {
  readonly title: string;
  readonly edits: readonly { readonly file: string; readonly from: Position; readonly to: Position; readonly text: string }[];
}

export function jsonReport(sources: Sources, compiled: Compiled): JsonReport {
  const maps = sources.map((s) => lineMap(s.text));
  const range = (span: Span) => ({ file: sources[span.file]?.name ?? "", from: at(span, span.from), to: at(span, span.to) });
  const at = (span: Span, offset: number): Position => maps[span.file]?.(offset) ?? { line: 1, column: 1 };
  const fix = (one: Fix): JsonFix => ({ title: one.title, edits: one.edits.map((edit) => ({ ...range(edit.span), text: edit.text })) });
  return {
    diagnostics: inDocumentOrder(compiled.diagnostics).map((d) => ({
      code: d.code,
      severity: d.severity,
      message: d.message,
      hint: d.hint ?? null,
      ...range(d.span),
      fixes: d.fixes.map(fix),
    })),
    open: compiled.open.map((o) => ({ what: o.what, file: range(o.source).file, line: range(o.source).from.line, affects: o.affects.map((a) => a.what) })),
    prose: compiled.prose.map(range),
    enforced: compiled.enforced,
    elements: compiled.elements,
  };
}
