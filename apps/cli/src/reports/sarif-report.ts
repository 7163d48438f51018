/** The output of `check --format sarif`: diagnostics as SARIF 2.1.0, which code hosts and editors show at their lines. */
import { lineMap, type Diagnostic, type Sources } from "@nonet/source";
import { inDocumentOrder } from "../terminal/print-diagnostics.ts";

const levels = { error: "error", warning: "warning", hint: "note" } as const;

export function sarifReport(sources: Sources, diagnostics: readonly Diagnostic[]): unknown {
  const maps = sources.map((s) => lineMap(s.text));
  const rules = [...new Set(diagnostics.map((d) => d.code))].sort();
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{ tool: { driver: { name: "nonet", rules: rules.map((id) => ({ id })) } }, columnKind: "utf16CodeUnits", results: inDocumentOrder(diagnostics).map(result) }],
  };

  function result(d: Diagnostic): unknown {
    const from = maps[d.span.file]?.(d.span.from) ?? { line: 1, column: 1 };
    const to = maps[d.span.file]?.(d.span.to) ?? from;
    const region = { startLine: from.line, startColumn: from.column, endLine: to.line, endColumn: to.column };
    const uri = (sources[d.span.file]?.name ?? "").split("/").map(encodeURIComponent).join("/");
    return {
      ruleId: d.code,
      level: levels[d.severity],
      message: { text: d.hint ? `${d.message} ${d.hint}` : d.message },
      locations: [{ physicalLocation: { artifactLocation: { uri }, region } }],
    };
  }
}
