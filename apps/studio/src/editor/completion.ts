/** Completion by point: the worker says what can be written here, and what of it is typed already. */
import { autocompletion, type Completion as Option, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import type { Extension } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { Completion } from "@nonet/services";
import type { EditorHost } from "./editor-host.ts";

/** Characters after which the list opens by itself, besides letters. */
const triggers = /[\p{L}\p{N}.`|:["{,\s]$/u;
const most = 80;

export function completion(host: EditorHost): Extension {
  return autocompletion({ icons: false, activateOnTypingDelay: 0, override: [(context) => complete(host, context)] });
}

async function complete(host: EditorHost, context: CompletionContext): Promise<CompletionResult | null> {
  const line = context.state.doc.lineAt(context.pos);
  const before = line.text.slice(0, context.pos - line.from);
  // A blank at the end of prose asks for nothing.
  if (!context.explicit && (!triggers.test(before) || before.trim() === "")) return null;
  const offers = await host.ask("complete", { file: host.file(), offset: context.pos });
  if (context.aborted || !offers) return null;
  const text = (from: number): string => context.state.sliceDoc(from, context.pos).toLowerCase();
  const fitting = offers.filter((one) => holds(one.label, text(one.from)) || holds(one.insert ?? "", text(one.from)));
  if (fitting.length === 0) return null;
  const sorted = [...fitting].sort((a, b) => (a.rank ?? 5) - (b.rank ?? 5) || (a.label < b.label ? -1 : 1));
  return { from: context.pos, filter: false, options: sorted.slice(0, most).map(optionOf) };
}

const holds = (label: string, typed: string): boolean => label.toLowerCase().includes(typed.trimStart());

function optionOf({ label, kind, detail, documentation, insert, from }: Completion): Option {
  return {
    label,
    type: kind,
    ...(detail === undefined ? {} : { detail }),
    ...(documentation === undefined || documentation === "" ? {} : { info: documentation }),
    apply(view: EditorView, _option: Option, _from: number, to: number) {
      const text = insert ?? label;
      view.dispatch({ changes: { from, to, insert: text }, selection: { anchor: from + text.length }, userEvent: "input.complete" });
    },
  };
}
