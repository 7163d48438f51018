/** Asks for the new name of a thing, and changes it at all of its places. */
import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { readRunningFiles } from "../server/studio-requests.ts";
import type { OpenDocument } from "./use-document.ts";
import type { Renaming } from "./renaming.ts";

interface RenameBarProps {
  readonly document: RefObject<OpenDocument | null>;
  readonly renaming: Renaming | null;
  readonly onDone: () => void;
}

export const RenameBar = ({ renaming, ...rest }: RenameBarProps) => (renaming ? <RenameForm key={`${renaming.file} ${renaming.offset}`} renaming={renaming} {...rest} /> : null);

function RenameForm({ document, renaming, onDone }: RenameBarProps & { readonly renaming: Renaming }) {
  const { file, offset, name, kind } = renaming;
  const [to, setTo] = useState(name);
  const [refused, setRefused] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  // `autoFocus` takes no focus from the editor, so what is typed would go into the text.
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  const rename = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const opened = document.current;
    const result = await opened?.language.ask("rename", { file, offset, to, stored: await readRunningFiles() });
    if (!opened || !result) return setRefused("The name can't be changed.");
    if ("refused" in result) return setRefused(result.refused);
    opened.editor.applyNow(result.edits);
    onDone();
  };
  return (
    <form className="bar" onSubmit={(event) => void rename(event)} onKeyDown={(event) => event.key === "Escape" && onDone()}>
      <label>
        New name of the {kind} "{name}" <input value={to} onChange={(event) => setTo(event.target.value)} ref={input} />
      </label>
      <button type="submit">Rename</button>
      <button type="button" onClick={onDone}>
        Cancel
      </button>
      {refused === null ? null : <span role="alert">{refused}</span>}
    </form>
  );
}
