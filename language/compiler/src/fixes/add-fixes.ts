/** Gives an error that has no fix of its own the fixes that its code's recipes make from the text. */
import type { Diagnostic, Sources } from "@nonet/source";
import { recipes } from "./recipes.ts";
import { writeSuggestion } from "./replacements.ts";
import { spotOf } from "./spot.ts";

export function addFixes(sources: Sources, diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.map((diagnostic) => {
    if (diagnostic.severity !== "error" || (diagnostic.fixes.length > 0 && diagnostic.code !== "unread-attribute")) return diagnostic;
    const spot = spotOf(sources, diagnostic);
    if (!spot) return diagnostic;
    const fixes = [...diagnostic.fixes, ...[writeSuggestion, ...(recipes[diagnostic.code] ?? [])].flatMap((recipe) => recipe(spot) ?? [])];
    return fixes.length === 0 ? diagnostic : { ...diagnostic, fixes: fixes.filter((fix, i) => fixes.findIndex((other) => other.title === fix.title) === i) };
  });
}
