/** Diagnostics in the form of the protocol, pushed or pulled, and their fixes as code actions. */
import { certainFix, fixAllEdits, fixesIn } from "@nonet/services";
import type { Diagnostic as Found, Severity } from "@nonet/source";
import type { CodeAction, CodeActionParams, Diagnostic } from "vscode-languageserver";
import { type Place, rangeOf, workspaceEdit } from "../session/specifications.ts";

const severities = { error: 1, warning: 2, hint: 4 } as const satisfies Record<Severity, number>;

/** Of the file at the place. */
export function diagnosticsAt({ checked, file, text }: Place): Diagnostic[] {
  return checked.document.compiled.diagnostics.filter((one) => one.span.file === file).map((one) => diagnosticOf(one, text));
}

const diagnosticOf = (found: Found, text: Place["text"]): Diagnostic => ({
  range: rangeOf(text, found.span),
  severity: severities[found.severity],
  code: found.code,
  source: "nonet",
  message: found.hint === undefined ? found.message : `${found.message}\n${found.hint}`,
  ...(/^(unused|unreachable)-/.test(found.code) ? { tags: [1 as const] } : {}),
});

/** The fixes at a place, and one action for all fixes of the document. */
export function codeActionsAt(place: Place, { range, context }: Pick<CodeActionParams, "range" | "context">): CodeAction[] {
  const { checked, file, text } = place;
  const wanted = context.only ?? [];
  const asks = (kind: string): boolean => wanted.length === 0 || wanted.some((one) => kind === one || kind.startsWith(`${one}.`));
  const actions: CodeAction[] = [];
  if (asks("quickfix"))
    for (const { diagnostic, fix } of fixesIn(checked.document, { file, from: text.offsetAt(range.start), to: text.offsetAt(range.end) }))
      actions.push({
        title: fix.title,
        kind: "quickfix",
        diagnostics: [diagnosticOf(diagnostic, text)],
        isPreferred: fix === certainFix(diagnostic),
        edit: workspaceEdit(checked, fix.edits),
      });
  const all = asks("source.fixAll.nonet") ? fixAllEdits(checked.document) : [];
  // Offered beside a fix only where it does more than that one.
  if (all.length > 0 && (wanted.length > 0 || actions.length > 0))
    actions.push({ title: "Fix all problems that have one fix", kind: "source.fixAll.nonet", edit: workspaceEdit(checked, all) });
  return actions;
}
