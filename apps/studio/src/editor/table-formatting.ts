/** Aligns a table when the cursor leaves it after an edit. */
import type { Text } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import type { Extension } from "@codemirror/state";
import type { EditorHost } from "./editor-host.ts";

/** The first and last line of the table around a line; null outside of tables. */
function tableAt(doc: Text, number: number): { readonly first: number; readonly last: number } | null {
  const isRow = (at: number): boolean => at >= 1 && at <= doc.lines && doc.line(at).text.trimStart().startsWith("|");
  if (!isRow(number)) return null;
  let first = number;
  let last = number;
  while (isRow(first - 1)) first--;
  while (isRow(last + 1)) last++;
  return { first, last };
}

export function tableFormatting(host: EditorHost): Extension {
  let edited = false;
  return EditorView.updateListener.of(({ view, docChanged, selectionSet, startState, transactions }) => {
    const own = transactions.some((one) => one.isUserEvent("input") || one.isUserEvent("delete"));
    const line = view.state.doc.lineAt(view.state.selection.main.head).number;
    if (docChanged && own && tableAt(view.state.doc, line)) edited = true;
    if (!edited || docChanged || !selectionSet) return;
    const before = startState.doc.lineAt(startState.selection.main.head).number;
    const left = tableAt(view.state.doc, before);
    if (!left || (line >= left.first && line <= left.last)) return;
    edited = false;
    void format(host, view, before);
  });
}

async function format(host: EditorHost, view: EditorView, number: number): Promise<void> {
  const { doc } = view.state;
  const edits = await host.ask("format", { file: host.file() });
  const table = tableAt(doc, number);
  // Somebody went on typing: the next time the table is left, it is aligned.
  if (view.state.doc !== doc || !table || !edits) return;
  const from = doc.line(table.first).from;
  const to = doc.line(table.last).to;
  const changes = edits.filter(({ span }) => span.from >= from && span.to <= to).map(({ span, text }) => ({ from: span.from, to: span.to, insert: text }));
  if (changes.length > 0) view.dispatch({ changes, userEvent: "format" });
}
