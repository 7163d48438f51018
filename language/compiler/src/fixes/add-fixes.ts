/** Settles the fixes of each diagnostic, and gives an error that has none those that its code's recipes make from the text. */
import type { Layout, Tree } from "@nonet/notation";
import type { Diagnostic } from "@nonet/source";
import { recipes } from "./recipes.ts";
import { writeSuggestion } from "./replacements.ts";
import { settleFix } from "./settle-fix.ts";
import { spotOf } from "./spot.ts";

export function addFixes(tree: Tree, layout: Layout, diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.map((diagnostic) => {
    const spot = spotOf(tree.sources, diagnostic);
    if (!spot) return diagnostic;
    const own = diagnostic.fixes.flatMap((fix) => settleFix(tree, layout, spot, fix) ?? []);
    const isDone = diagnostic.severity !== "error" || (own.length > 0 && diagnostic.code !== "unread-attribute");
    const suggested = isDone ? null : writeSuggestion(spot);
    const made = isDone
      ? []
      : (recipes[diagnostic.code] ?? [])
          .flatMap((recipe) => recipe(spot) ?? [])
          .flatMap((fix) => settleFix(tree, layout, spot, fix) ?? [])
          .map((fix) => ({ ...fix, isTentative: true as const }));
    const fixes = [...own, ...(suggested ? [suggested] : []), ...made];
    return fixes.length === 0 && diagnostic.fixes.length === 0
      ? diagnostic
      : { ...diagnostic, fixes: fixes.filter((fix, i) => fixes.findIndex((other) => other.title === fix.title) === i) };
  });
}
