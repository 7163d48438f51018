/** The editor of all files of a specification: one view, and a state for each file with its own undo history. */
import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, foldGutter, foldKeymap } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension, type Transaction } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import type { SourceFile, Span } from "@nonet/source";
import type { Checked, Described, Edits } from "../contract/messages.ts";
import { completion } from "./completion.ts";
import { continueLine } from "./line-continuation.ts";
import type { EditorHost } from "./editor-host.ts";
import { changeHidden, changesIn, type FileState, fileStates, noteChange, placeSinceDrawn } from "./file-states.ts";
import { hover } from "./hover.ts";
import { marksOf } from "./lint-marks.ts";
import { nameColors, setNames } from "./name-colors.ts";
import { notation } from "./notation-language.ts";
import { tableFormatting } from "./table-formatting.ts";

export interface EditorEvents {
  readonly ask: EditorHost["ask"];
  readonly edited: () => void;
  /** The cursor is somewhere else. */
  readonly moved: (file: number, offset: number) => void;
  readonly save: () => void;
  readonly rename: (file: number, offset: number) => void;
  readonly goToDefinition: (file: number, offset: number) => void;
  readonly format: () => void;
}

export interface DocumentEditor {
  sources(): readonly SourceFile[];
  /** From here on, edits are edits of a text that was sent to the checker. */
  sent(): void;
  /** Draws what was found in the text that was sent last. */
  draw(checked: Checked): void;
  paint(described: Described): void;
  show(file: number): void;
  select(span: Span): void;
  /** Edits of the text that was checked last. */
  apply(edits: Edits): void;
  /** Edits of the text as it is now. */
  applyNow(edits: Edits): void;
  replace(files: readonly SourceFile[]): void;
  close(): void;
}

export function openEditor(parent: HTMLElement, files: readonly SourceFile[], events: EditorEvents): DocumentEditor {
  let shown = 0;
  let checked: Checked | null = null;
  let names: Described["tokens"] = [];
  const host: EditorHost = { ask: events.ask, file: () => shown };
  const listener = EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
    if (selectionSet || docChanged) events.moved(shown, state.selection.main.head);
  });
  /** The text is on its way to the checker before the page is drawn, so that both work at the same time. */
  function dispatchTransactions(transactions: readonly Transaction[], to: EditorView): void {
    const file = open[shown]!;
    for (const { docChanged, changes } of transactions) if (docChanged) noteChange(file, changes.desc);
    file.state = transactions.at(-1)?.state ?? file.state;
    if (transactions.some(({ docChanged }) => docChanged)) events.edited();
    to.update(transactions);
  }
  const extensions: Extension = [listener, ...features(host), keys(events, () => [shown, view.state.selection.main.head])];
  const stateOf = (text: string): EditorState => EditorState.create({ doc: text, extensions });
  let open = fileStates(files, stateOf);
  const view = new EditorView({ parent, state: open[0]?.state ?? stateOf(""), dispatchTransactions });

  function drawMarks(): void {
    const file = open[shown];
    if (!file || !checked) return;
    view.dispatch(setDiagnostics(view.state, marksOf(checked.diagnostics, { file: shown, since: file.sinceDrawn, length: view.state.doc.length, apply })));
  }

  function show(file: number): void {
    if (file === shown || !open[file]) return;
    shown = file;
    view.setState(open[file].state);
    drawMarks();
    const own = names[file];
    if (own && open[file].sinceDrawn === null) view.dispatch({ effects: setNames.of(own) });
  }

  /** Each file is changed by one transaction, so that one undo takes all of it back. */
  function change(edits: Edits, placeIn: (file: FileState) => (offset: number) => number): void {
    for (const [i, file] of open.entries()) {
      const changes = changesIn(edits, i, placeIn(file));
      if (changes.length > 0 && i === shown) view.dispatch({ changes, userEvent: "fix" });
      else if (changes.length > 0) {
        changeHidden(file, changes);
        events.edited();
      }
    }
    view.focus();
  }

  const apply = (edits: Edits): void => change(edits, placeSinceDrawn);

  return {
    sources: () => open.map(({ name, state }) => ({ name, text: state.doc.toString() })),
    sent() {
      for (const file of open) file.sinceSent = null;
    },
    draw(next) {
      checked = next;
      for (const file of open) file.sinceDrawn = file.sinceSent;
      drawMarks();
    },
    paint({ tokens }) {
      names = tokens;
      // Typed on meanwhile: the colors of the text before move along until the next check.
      const own = tokens[shown];
      if (own && open[shown]?.sinceSent === null) view.dispatch({ effects: setNames.of(own) });
    },
    show,
    select({ file, from, to }) {
      show(file);
      const most = view.state.doc.length;
      view.dispatch({ selection: { anchor: Math.min(from, most), head: Math.min(to, most) }, effects: EditorView.scrollIntoView(Math.min(from, most), { y: "center" }) });
      view.focus();
    },
    apply,
    applyNow: (edits) => change(edits, () => (offset) => offset),
    replace(next) {
      open = fileStates(next, stateOf);
      checked = null;
      shown = Math.min(shown, Math.max(0, open.length - 1));
      view.setState(open[shown]?.state ?? stateOf(""));
    },
    close: () => view.destroy(),
  };
}

const features = (host: EditorHost): Extension[] => [
  lineNumbers(),
  foldGutter(),
  lintGutter(),
  history(),
  drawSelection(),
  highlightActiveLine(),
  highlightSelectionMatches(),
  bracketMatching(),
  closeBrackets(),
  EditorView.lineWrapping,
  EditorView.contentAttributes.of({ "aria-label": "Specification", spellcheck: "false" }),
  notation,
  nameColors,
  completion(host),
  hover(host),
  tableFormatting(host),
];

function keys(events: EditorEvents, place: () => [number, number]): Extension {
  const does = (work: () => void) => (): boolean => (work(), true);
  return [
    EditorView.domEventHandlers({
      mousedown(event, view) {
        if (!(event.ctrlKey || event.metaKey)) return false;
        const offset = view.posAtCoords({ x: event.clientX, y: event.clientY });
        if (offset === null) return false;
        events.goToDefinition(place()[0], offset);
        return true;
      },
    }),
    keymap.of([
      { key: "Mod-s", run: does(events.save), preventDefault: true },
      { key: "F2", run: does(() => events.rename(...place())) },
      { key: "F12", run: does(() => events.goToDefinition(...place())) },
      { key: "Shift-Alt-f", run: does(events.format) },
      ...closeBracketsKeymap,
      ...completionKeymap,
      { key: "Enter", run: continueLine },
      ...lintKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...defaultKeymap,
    ]),
  ];
}
