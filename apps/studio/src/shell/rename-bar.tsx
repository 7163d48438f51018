/** Asks for the new name of a thing. */
import { type FormEvent, useState } from "react";

export interface Renaming {
  readonly file: number;
  readonly offset: number;
  readonly name: string;
  readonly kind: string;
}

interface RenameBarProps {
  readonly renaming: Renaming;
  readonly refused: string | null;
  readonly onRename: (to: string) => void;
  readonly onCancel: () => void;
}

export function RenameBar({ renaming: { name, kind }, refused, onRename, onCancel }: RenameBarProps) {
  const [to, setTo] = useState(name);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onRename(to);
  };
  return (
    <form className="bar" onSubmit={submit} onKeyDown={(event) => event.key === "Escape" && onCancel()}>
      <label>
        New name of the {kind} "{name}" <input value={to} onChange={(event) => setTo(event.target.value)} autoFocus />
      </label>
      <button type="submit">Rename</button>
      <button type="button" onClick={onCancel}>
        Cancel
      </button>
      {refused === null ? null : <span role="alert">{refused}</span>}
    </form>
  );
}
