/** Builds `GET /api/document`: the specification as the running product shows it. */
import { defaultsInForce, fileNames, sourceLocation, type SourceLocation } from "@nonet/model";
import { lineMap, type Diagnostic, type Sources, type Span } from "@nonet/source";
import type { DiagnosticData, DocumentData } from "@nonet/api";
import type { Compiled } from "../specification/compile-specification.ts";
import { inDocumentOrder } from "../terminal/print-diagnostics.ts";
import { sentenceData } from "./sentence-data.ts";
import { understoodRanges } from "./understood-ranges.ts";

export interface DocumentVersion {
  readonly sources: Sources;
  readonly compiled: Compiled;
  /** Whether the product runs this text. */
  readonly current: boolean;
  /** Why the product doesn't run it although the text has no errors. */
  readonly refused: readonly ({ readonly code: string; readonly detail: string } & SourceLocation)[];
}

export function documentData({ sources, compiled, current, refused }: DocumentVersion): DocumentData {
  const { product } = compiled;
  const maps = sources.map((s) => lineMap(s.text));
  const at = (span: Span | null): SourceLocation => sourceLocation({ sources }, span);
  return {
    title: product.about.title,
    files: fileNames({ sources }).map((name, i) => ({ name, text: sources[i]!.text })),
    points: product.points.map((p) => ({ number: p.number, title: p.title, state: p.state, ...at(p.source) })),
    enforced: understoodRanges(sources, compiled.prose).map(rangeOf),
    prose: compiled.prose.map(rangeOf),
    open: compiled.open.map((o) => ({ what: o.what, file: o.source.file, line: at(o.source).line ?? 1, affects: o.affects.map((a) => ({ what: a.what, ...at(a.source) })) })),
    diagnostics: [...inDocumentOrder(compiled.diagnostics).map(diagnosticData), ...refused.map(refusalData)],
    current,
    sentences: sentenceData(product),
    defaults: defaultsInForce(product).map(({ number, text }) => ({ number, text })),
    counts: { enforced: compiled.enforced, elements: compiled.elements },
  };

  function diagnosticData(d: Diagnostic): DiagnosticData {
    const place = maps[d.span.file]?.(d.span.from) ?? { line: 1, column: 1 };
    return { code: d.code, severity: d.severity, message: d.message, hint: d.hint ?? null, file: d.span.file, line: place.line, column: place.column };
  }
}

const rangeOf = ({ file, from, to }: Span) => ({ file, from, to });

function refusalData(refusal: DocumentVersion["refused"][number]): DiagnosticData {
  return { code: refusal.code, severity: "error", message: refusal.detail, hint: null, file: refusal.file ?? 0, line: refusal.line ?? 1, column: 1 };
}
