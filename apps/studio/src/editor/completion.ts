/** Completion by point: the worker says what can be written here, and what of it is typed already. */
import {
  acceptCompletion,
  autocompletion,
  closeCompletion,
  type Completion as Option,
  type CompletionContext,
  type CompletionResult,
  selectedCompletionIndex,
} from "@codemirror/autocomplete";
import { type Extension, Prec } from "@codemirror/state";
import { type EditorView, keymap } from "@codemirror/view";
import type { Completion } from "@nonet/services";
import type { EditorHost } from "./editor-host.ts";

/** Characters after which the list opens by itself, besides letters. */
const triggers = /[\p{L}\p{N}.`|:["{,\s]$/u;
const most = 80;

export function completion(host: EditorHost): Extension {
  let isUnasked = false;
  const source = async (context: CompletionContext): Promise<CompletionResult> => {
    const options = await optionsAt(host, context);
    // Nobody asked for the list or typed a letter of an offer: Enter is for the text.
    isUnasked = !context.explicit && options.every((one) => one.at === context.pos);
    // Not null where there is no offer: CodeMirror asks again only after a result if more was typed meanwhile.
    return { from: context.pos, filter: false, options };
  };
  const enter = (view: EditorView): boolean => {
    if (isUnasked && selectedCompletionIndex(view.state) === 0) closeCompletion(view);
    return false;
  };
  return [
    Prec.highest(
      keymap.of([
        { key: "Enter", run: enter },
        { key: "Tab", run: acceptCompletion },
      ]),
    ),
    // Its own keys come after those.
    autocompletion({ icons: false, activateOnTypingDelay: 0, override: [source] }),
  ];
}

interface PlacedOption extends Option {
  /** Where what is typed of it begins. */
  readonly at: number;
}

async function optionsAt(host: EditorHost, context: CompletionContext): Promise<readonly PlacedOption[]> {
  const line = context.state.doc.lineAt(context.pos);
  const before = line.text.slice(0, context.pos - line.from);
  // A blank at the end of prose asks for nothing.
  if (!context.explicit && (!triggers.test(before) || before.trim() === "")) return [];
  const offers = await host.ask("complete", { file: host.file(), offset: context.pos });
  if (context.aborted || !offers) return [];
  const text = (from: number): string => context.state.sliceDoc(from, context.pos).toLowerCase();
  const fitting = offers.filter((one) => holds(one.label, text(one.from)) || holds(one.insert ?? "", text(one.from)));
  // What is written out already would only catch the next Enter.
  if (fitting.length === 0 || (!context.explicit && fitting.some((one) => (one.insert ?? one.label).toLowerCase() === text(one.from)))) return [];
  const sorted = [...fitting].sort((a, b) => (a.rank ?? 5) - (b.rank ?? 5) || (a.label < b.label ? -1 : 1));
  return sorted.slice(0, most).map(optionOf);
}

const holds = (label: string, typed: string): boolean => label.toLowerCase().includes(typed.trimStart());

function optionOf({ label, kind, detail, documentation, insert, from }: Completion): PlacedOption {
  return {
    at: from,
    label,
    type: kind,
    ...(detail === undefined || detail === label ? {} : { detail: detail.startsWith(`${label} `) ? detail.slice(label.length + 1) : detail }),
    ...(documentation === undefined || documentation === "" ? {} : { info: documentation }),
    apply(view: EditorView, _option: Option, _from: number, to: number) {
      const text = insert ?? label;
      view.dispatch({ changes: { from, to, insert: text }, selection: { anchor: from + text.length }, userEvent: "input.complete" });
    },
  };
}
