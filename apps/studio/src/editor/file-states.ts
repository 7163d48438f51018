/** The state of each file, with what was typed since it was sent to the checker and since its diagnostics are drawn. */
import type { ChangeDesc, EditorState } from "@codemirror/state";
import type { SourceFile } from "@nonet/source";
import type { Edits } from "../contract/messages.ts";

export interface FileState {
  name: string;
  state: EditorState;
  /** What was typed since the text was sent, and since the text whose diagnostics are drawn. */
  sinceSent: ChangeDesc | null;
  sinceDrawn: ChangeDesc | null;
}

export const fileStates = (files: readonly SourceFile[], stateOf: (text: string) => EditorState): FileState[] =>
  files.map(({ name, text }) => ({ name, state: stateOf(text), sinceSent: null, sinceDrawn: null }));

const compose = (before: ChangeDesc | null, next: ChangeDesc): ChangeDesc => (before ? before.composeDesc(next) : next);

export function noteChange(file: FileState, desc: ChangeDesc): void {
  file.sinceSent = compose(file.sinceSent, desc);
  file.sinceDrawn = compose(file.sinceDrawn, desc);
}

export interface FileChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** The edits of one file. `place`: where an offset is in the text as it is now. */
export const changesIn = (edits: Edits, file: number, place: (offset: number) => number): readonly FileChange[] =>
  edits.filter(({ span }) => span.file === file).map(({ span, text }) => ({ from: place(span.from), to: place(span.to), insert: text }));

/** Where an offset of the text that was checked last is now. */
export const placeSinceDrawn =
  ({ sinceDrawn }: FileState) =>
  (offset: number): number =>
    sinceDrawn ? sinceDrawn.mapPos(offset) : offset;

/** Changes a file that isn't shown. */
export function changeHidden(file: FileState, changes: readonly FileChange[]): void {
  const transaction = file.state.update({ changes });
  noteChange(file, transaction.changes.desc);
  file.state = transaction.state;
}
