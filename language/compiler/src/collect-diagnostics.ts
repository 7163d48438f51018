/** Collects the diagnostics of a check, in the order of the document, each once. */
import type { ReadTree } from "@nonet/notation";
import type { Diagnostic } from "@nonet/source";
import { withoutConsequences } from "./diagnostics/drop-consequential.ts";
import { withMissingSeparators } from "./diagnostics/missing-separator.ts";
import { withMisspeltDefinitions } from "./diagnostics/misspelt-definition.ts";
import { addFixes } from "./fixes/add-fixes.ts";
import type { Findings } from "./incremental/findings.ts";
import { withLines } from "./text/line-numbers.ts";
import { placed } from "./text/spans.ts";

/** `everything`: also those that only follow from another mistake. */
export function collectDiagnostics({ tree, layout }: ReadTree, { diagnostics, opens }: Findings, everything: boolean): Diagnostic[] {
  const all = placed(withLines([...tree.diagnostics, ...diagnostics], tree.sources, layout), layout);
  if (everything) return addFixes(tree, layout, inOrder(all));
  const roots = withMisspeltDefinitions(tree.sources, withMissingSeparators(tree.sources, withoutConsequences(tree, layout, all)));
  // Effects that are not shown may be those that send the call. What its texts name can't be known then either.
  const hasOpenEffects = opens.some(([what]) => what.startsWith("effects of "));
  return addFixes(tree, layout, inOrder(hasOpenEffects ? roots.filter(({ code }) => code !== "unused-call") : roots));
}

function inOrder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const seen = new Set<string>();
  const once = diagnostics.filter((d) => {
    const key = `${d.code} ${d.span.file} ${d.span.from} ${d.span.to} ${d.message}`;
    return !seen.has(key) && seen.add(key);
  });
  return once.sort((a, b) => a.span.file - b.span.file || a.span.from - b.span.from || a.span.to - b.span.to);
}
