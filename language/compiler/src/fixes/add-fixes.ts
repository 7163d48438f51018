/** Settles the fixes of each diagnostic, and gives an error that has none those that its code's recipes make from the text. */
import type { Layout, Tree } from "@nonet/notation";
import type { Diagnostic, Fix } from "@nonet/source";
import { recipes } from "./recipes.ts";
import { openTitle, writeSuggestion } from "./replacements.ts";
import { settleFix } from "./settle-fix.ts";
import { spotOf } from "./spot.ts";

export function addFixes(tree: Tree, layout: Layout, diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.map((diagnostic) => {
    const spot = spotOf(tree.sources, diagnostic);
    if (!spot) return diagnostic;
    const own = diagnostic.fixes.flatMap((fix) => settleFix(tree, layout, spot, withWholeBars(spot.text, fix)) ?? []);
    const isDone = diagnostic.severity !== "error" || (own.length > 0 && diagnostic.code !== "unread-attribute");
    const suggested = isDone ? null : writeSuggestion(spot);
    const made = isDone
      ? []
      : (recipes[diagnostic.code] ?? [])
          .flatMap((recipe) => recipe(spot) ?? [])
          .flatMap((fix) => settleFix(tree, layout, spot, fix) ?? [])
          .map((fix) => ({ ...fix, isTentative: true as const }));
    const fixes = [...own, ...(suggested ? [suggested] : []), ...made].sort((one, other) => lossOf(one) - lossOf(other));
    return fixes.length === 0 && diagnostic.fixes.length === 0
      ? diagnostic
      : { ...diagnostic, fixes: fixes.filter((fix, i) => fixes.findIndex((other) => other.title === fix.title) === i) };
  });
}

/** What the author wrote is kept first, then left open, and removed last. */
function lossOf({ title }: Fix): number {
  if (/^(?:Remove|Empty)\b/.test(title)) return 2;
  return title === openTitle ? 1 : 0;
}

/** In a table, a bar is written `\\|`, of which the expression has one sign: in code, what lies behind one lies further on. */
function withWholeBars(text: string, fix: Fix): Fix {
  const at = fix.edits[0]?.span.from ?? 0;
  const begin = text.lastIndexOf("`", at - 1) + 1;
  const line = text.lastIndexOf("\n", at - 1) + 1;
  const opens = begin > line && text.slice(line, begin).split("`").length % 2 === 0;
  if (!opens || !text.slice(begin, text.indexOf("`", begin)).includes("\\|")) return fix;
  const placeOf = (sign: number): number => {
    let place = begin;
    for (let n = begin; n < sign; n++) place += text.startsWith("\\|", place) ? 2 : 1;
    return place;
  };
  return { ...fix, edits: fix.edits.map((edit) => ({ ...edit, span: { ...edit.span, from: placeOf(edit.span.from), to: placeOf(edit.span.to) } })) };
}
