/** The document in the editor: its text, its check, and what the cursor's line makes. */
import type { SourceFile } from "@nonet/source";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { Checked, Described, LineMakes } from "../contract/messages.ts";
import { type DocumentEditor, openEditor } from "../editor/document-editor.ts";
import { connectLanguage, type LanguageClient } from "../language/language-client.ts";
import type { Renaming } from "./renaming.ts";

export interface OpenDocument {
  readonly editor: DocumentEditor;
  readonly language: LanguageClient;
}

export interface DocumentState {
  readonly checked: Checked | null;
  readonly described: Described | null;
  /** What the line of the cursor makes. */
  readonly makes: LineMakes;
  readonly file: number;
  readonly renaming: Renaming | null;
  setRenaming(renaming: Renaming | null): void;
  /** Shows another file of the document. */
  open(file: number): void;
}

export interface DocumentPlace {
  /** The element that the editor fills. */
  readonly place: RefObject<HTMLDivElement | null>;
  /** Set while the editor is open. */
  readonly opened: RefObject<OpenDocument | null>;
}

export interface DocumentEvents {
  readonly edited: () => void;
  readonly save: () => void;
}

const nothing: LineMakes = { screens: [], role: null };

/** Opens the editor as soon as the files are there. */
export function useDocument(files: readonly SourceFile[] | null, { place, opened }: DocumentPlace, events: DocumentEvents): DocumentState {
  const latest = useRef(events);
  const [checked, setChecked] = useState<Checked | null>(null);
  const [described, setDescribed] = useState<Described | null>(null);
  const [makes, setMakes] = useState<LineMakes>(nothing);
  const [file, setFile] = useState(0);
  const [renaming, setRenaming] = useState<Renaming | null>(null);
  useEffect(() => {
    latest.current = events;
  });
  const isReady = files !== null;
  useEffect(() => {
    if (!isReady || !place.current) return;
    const language = connectLanguage({
      sources: () => editor.sources(),
      sent: () => editor.sent(),
      checked(next) {
        editor.draw(next);
        setChecked(next);
      },
      described(next) {
        editor.paint(next);
        setDescribed(next);
      },
    });
    const editor = openEditor(place.current, files, {
      ask: language.ask,
      edited() {
        language.changed();
        latest.current.edited();
      },
      moved: watchCursor(language, setFile, setMakes),
      save: () => latest.current.save(),
      rename: (at, offset) => void language.ask("renamable", { file: at, offset }).then((found) => found && setRenaming({ file: at, offset, ...found })),
      goToDefinition: (at, offset) => void language.ask("definition", { file: at, offset }).then((found) => found?.[0] && editor.select(found[0])),
      format: () => void formatAll(editor, language),
    });
    opened.current = { editor, language };
    language.changed();
    return () => {
      language.close();
      editor.close();
      opened.current = null;
    };
    // The files are the text to begin with; from then on the editor has it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isReady]);
  const open = useCallback(
    (next: number) => {
      opened.current?.editor.show(next);
      setFile(next);
    },
    [opened],
  );
  return { checked, described, makes, file, renaming, setRenaming, open };
}

/** Asks what the cursor's line makes, once the cursor rests. */
function watchCursor(language: LanguageClient, setFile: (file: number) => void, setMakes: (makes: LineMakes) => void) {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  return (file: number, offset: number): void => {
    setFile(file);
    clearTimeout(waiting);
    waiting = setTimeout(() => void language.ask("makes", { file, offset }).then((found) => setMakes(found ?? nothing)), 150);
  };
}

async function formatAll(editor: DocumentEditor, language: LanguageClient): Promise<void> {
  const before = editor.sources();
  for (const file of before.keys()) {
    const edits = await language.ask("format", { file });
    if (edits && editor.sources()[file]?.text === before[file]?.text) editor.applyNow(edits);
  }
}
