/** Saving the files, and what happens when they change on disk meanwhile. */
import type { StudioData, StudioFile } from "@nonet/api";
import { useEffect, useRef, useState } from "react";
import type { OpenDocument } from "./use-document.ts";

export interface Saving {
  /** Whether something isn't saved. */
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  /** When the draft was kept with which the studio was opened; null once it is saved or given up. */
  readonly draftOpened: string | null;
  readonly problem: string | null;
  /** The files on disk aren't the ones that were opened here. */
  readonly hasConflict: boolean;
  edited(document: OpenDocument | null): void;
  isOnDisk(files: readonly StudioFile[]): boolean;
  save(document: OpenDocument | null): Promise<void>;
  /** Takes the files from disk and gives up what isn't saved. */
  reload(document: OpenDocument | null): void;
  /** Shows the files as they are on disk, with the cursor where it is. Only where nothing is unsaved. */
  follow(document: OpenDocument | null): Promise<void>;
  /** Brings what changed on disk into the text; null where the version that the edits began with isn't known. */
  readonly merge: ((document: OpenDocument | null) => Promise<void>) | null;
}

/** Milliseconds. */
const draftDelay = 800;

interface SavingRequests {
  readonly save: (files: readonly StudioFile[], base: string) => Promise<{ readonly version: string }>;
  readonly keepDraft: (files: readonly StudioFile[], base: string) => Promise<void>;
  readonly discardDraft: () => Promise<void>;
  readonly messageOf: (error: unknown) => string;
}

type Base = Pick<StudioData, "version" | "files">;

/** A draft changes the version that it was begun on, which may no longer be the one on disk. */
const baseOf = ({ version, files, draft }: StudioData): Base => (draft === null || draft.base === version ? { version, files } : { version: draft.base, files: [] });

const isSame = (a: readonly StudioFile[], b: readonly StudioFile[]): boolean => a.length === b.length && a.every(({ text }, i) => text === b[i]!.text);

export function useSaving(data: StudioData | null, refresh: () => void, requests: SavingRequests): Saving {
  const [isDirty, setDirty] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [draftOpened, setDraftOpened] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  /** The version and text that the edits are based on. */
  const [ownBase, setBase] = useState<Base | null>(null);
  const [first, setFirst] = useState<Base | null>(null);
  if (first === null && data) {
    setFirst(baseOf(data));
    setDirty(data.draft !== null);
    setDraftOpened(data.draft?.at ?? null);
  }
  const base = ownBase ?? first;
  const hasConflict = data !== null && base !== null && data.version !== base.version && !isSame(data.files, base.files);
  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isDirty]);
  const isOnDisk = (files: readonly StudioFile[]): boolean => base !== null && isSame(files, base.files);

  const draft = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  /** Kept a moment after the last edit; where that fails, the text is still in the page. */
  function edited(document: OpenDocument | null): void {
    setDirty(true);
    clearTimeout(draft.current);
    draft.current = setTimeout(() => {
      if (document && base) void requests.keepDraft(document.editor.sources(), base.version).catch(() => undefined);
    }, draftDelay);
  }

  async function save(document: OpenDocument | null): Promise<void> {
    if (!document || !base || isSaving) return;
    const files = document.editor.sources();
    clearTimeout(draft.current);
    setSaving(true);
    try {
      const { version } = await requests.save(files, base.version);
      setBase({ version, files });
      setDraftOpened(null);
      setProblem(null);
      setDirty(!isSame(document.editor.sources(), files));
      refresh();
    } catch (error) {
      setProblem(requests.messageOf(error));
      refresh();
    } finally {
      setSaving(false);
    }
  }

  function reload(document: OpenDocument | null): void {
    if (!document || !data) return;
    clearTimeout(draft.current);
    void requests.discardDraft().catch(() => undefined);
    setBase(data);
    setDraftOpened(null);
    document.editor.replace(data.files);
    document.language.changed();
    setDirty(false);
    setProblem(null);
  }

  async function follow(document: OpenDocument | null): Promise<void> {
    const { mergeTexts } = await import("../editor/merge-texts.ts");
    // What was typed a moment ago is unsaved by now.
    if (!document || !data || !base || !isSame(document.editor.sources(), base.files)) return;
    const merged = mergeTexts(base.files, base.files, data.files);
    setBase({ version: data.version, files: data.files });
    if ("conflict" in merged) {
      document.editor.replace(data.files);
      document.language.changed();
    } else document.editor.applyNow(merged.edits);
    clearTimeout(draft.current);
    setDirty(false);
    setProblem(null);
  }

  async function merge(document: OpenDocument | null): Promise<void> {
    if (!document || !data || !base) return;
    const { mergeTexts } = await import("../editor/merge-texts.ts");
    const merged = mergeTexts(base.files, document.editor.sources(), data.files);
    if ("conflict" in merged)
      return setProblem(`The same lines of ${merged.conflict} were changed here and on disk. Copy your changes, load the files, and make the changes again.`);
    setBase({ version: data.version, files: data.files });
    document.editor.applyNow(merged.edits);
    clearTimeout(draft.current);
    void requests.keepDraft(document.editor.sources(), data.version).catch(() => undefined);
    setDirty(!isSame(document.editor.sources(), data.files));
    setProblem(null);
  }

  return { isDirty, isSaving, draftOpened, problem, hasConflict, edited, isOnDisk, save, reload, follow, merge: base && base.files.length > 0 ? merge : null };
}
