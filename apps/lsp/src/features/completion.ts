/** Completions in the form of the protocol. */
import { completionsAt, type OfferKind } from "@nonet/services";
import type { CompletionItem, Position } from "vscode-languageserver";
import { type Place, rangeOf } from "../session/specifications.ts";

/** CompletionItemKind of the protocol. */
const kinds: Readonly<Record<OfferKind, CompletionItem["kind"]>> = {
  entity: 7,
  field: 5,
  state: 20,
  action: 2,
  role: 8,
  call: 23,
  screen: 9,
  code: 21,
  constant: 21,
  function: 3,
  calendar: 21,
  condition: 6,
  keyword: 14,
  attribute: 10,
  type: 25,
  heading: 22,
  choice: 12,
};

export function completionAt({ checked, file, text }: Place, position: Position): { isIncomplete: boolean; items: CompletionItem[] } {
  const items = completionsAt(checked.document, file, text.offsetAt(position)).map((one): CompletionItem => ({
    label: one.label,
    kind: kinds[one.kind],
    ...(one.detail === undefined ? {} : { detail: one.detail }),
    ...(one.documentation === undefined || one.documentation === "" ? {} : { documentation: one.documentation }),
    sortText: `${String((one.rank ?? 5) + 2).padStart(2, "0")} ${one.label}`,
    filterText: one.label,
    textEdit: { range: rangeOf(text, one), newText: one.insert ?? one.label },
  }));
  // A name has several words: after a blank the list is asked for again.
  return { isIncomplete: true, items };
}
