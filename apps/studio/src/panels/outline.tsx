/** The outline of the document by its nine points. It is one stop for Tab; the arrow keys go from entry to entry. */
import type { OutlineSymbol } from "@nonet/services";
import type { Span } from "@nonet/source";
import { type FocusEvent, type KeyboardEvent, memo } from "react";

interface OutlineProps {
  readonly files: readonly (readonly OutlineSymbol[])[];
  readonly onSelect: (span: Span) => void;
}

/** Drawn again only when the document has been described again, not after each check. */
export const Outline = memo(({ files, onSelect }: OutlineProps) => (
  <nav className="outline" aria-label="Outline" onKeyDown={goOn} onFocus={comeBackHere}>
    <Symbols symbols={files.flat()} onSelect={onSelect} isFirst />
  </nav>
));

interface SymbolsProps {
  readonly symbols: readonly OutlineSymbol[];
  readonly onSelect: OutlineProps["onSelect"];
  /** Whether the first entry is the one that Tab reaches. */
  readonly isFirst?: boolean;
}

function Symbols({ symbols, onSelect, isFirst = false }: SymbolsProps) {
  return (
    <ul>
      {symbols.map((one, i) => (
        <li key={i} className={`symbol-${one.kind}`}>
          <button type="button" tabIndex={isFirst && i === 0 ? 0 : -1} onClick={() => onSelect(one.nameSpan)} title={one.detail}>
            <bdi>{one.name}</bdi>
            {one.kind === "point" && one.detail !== "" ? <span className="dimmed"> {one.detail === "missing" ? "not shown" : one.detail}</span> : null}
          </button>
          {one.kind === "point" || one.kind === "section" ? <Symbols symbols={one.children.filter(({ kind }) => kind !== "row")} onSelect={onSelect} /> : null}
        </li>
      ))}
    </ul>
  );
}

const entriesOf = (outline: Element): readonly HTMLButtonElement[] => [...outline.querySelectorAll("button")];

function goOn(event: KeyboardEvent<HTMLElement>): void {
  const entries = entriesOf(event.currentTarget);
  const at = entries.indexOf(event.target as HTMLButtonElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: entries.length - 1 }[event.key];
  if (at < 0 || next === undefined) return;
  event.preventDefault();
  entries[next]?.focus();
}

/** Tab comes back to the entry that was left. */
function comeBackHere({ currentTarget, target }: FocusEvent<HTMLElement>): void {
  for (const entry of entriesOf(currentTarget)) entry.tabIndex = entry === target ? 0 : -1;
}
