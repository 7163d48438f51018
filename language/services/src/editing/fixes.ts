/** Fixes of diagnostics: one at a time, or all that can be applied together. */
import { applyEdits, type Edit } from "@nonet/notation";
import type { Diagnostic, Fix, Sources, Span } from "@nonet/source";
import { type CheckedDocument, makeDocumentChecker } from "../document/checked-document.ts";

/** The diagnostics at a place with the fixes that they name. */
export const fixesIn = (document: CheckedDocument, place: Span): readonly { readonly diagnostic: Diagnostic; readonly fix: Fix }[] =>
  document.compiled.diagnostics
    .filter(({ span }) => span.file === place.file && span.from <= place.to && place.from <= span.to)
    .flatMap((diagnostic) => diagnostic.fixes.map((fix) => ({ diagnostic, fix })));

/** The only fix of a diagnostic that needs no choice; null if there is none or several. */
export function certainFix({ fixes }: Diagnostic): Fix | null {
  const [only, ...others] = fixes.filter(({ isTentative }) => !isTentative);
  return only && others.length === 0 ? only : null;
}

/** The certain fix of each diagnostic, without those that change what another one changes. */
export function fixAllEdits({ compiled }: CheckedDocument): readonly Edit[] {
  const chosen: Edit[] = [];
  for (const diagnostic of compiled.diagnostics) {
    const edits = certainFix(diagnostic)?.edits ?? [];
    if (edits.length > 0 && edits.every((edit) => chosen.every((other) => areApart(edit, other)))) chosen.push(...edits);
  }
  return chosen.sort((a, b) => a.span.file - b.span.file || a.span.from - b.span.from);
}

const areApart = (a: Edit, b: Edit): boolean => a.span.file !== b.span.file || a.span.to < b.span.from || b.span.to < a.span.from;

const rounds = 5;

/** The text with all certain fixes applied, round by round, as long as the errors become fewer. */
export function mended(sources: Sources): { readonly sources: Sources; readonly fixed: number } {
  const checker = makeDocumentChecker();
  let now = checker.check(sources);
  let fixed = 0;
  for (let round = 0; round < rounds; round++) {
    const edits = fixAllEdits(now);
    if (edits.length === 0) break;
    const next = checker.check(applyEdits(now.sources, edits));
    if (problems(next) >= problems(now)) break;
    fixed += problems(now) - problems(next);
    now = next;
  }
  return { sources: now.sources, fixed };
}

const problems = ({ compiled }: CheckedDocument): number => compiled.diagnostics.filter(({ severity }) => severity !== "hint").length;
