/** The outline of the document by its nine points. */
import type { OutlineSymbol } from "@nonet/services";
import type { Span } from "@nonet/source";

interface OutlineProps {
  readonly files: readonly (readonly OutlineSymbol[])[];
  readonly onSelect: (span: Span) => void;
}

export function Outline({ files, onSelect }: OutlineProps) {
  return (
    <nav className="outline" aria-label="Outline">
      <Symbols symbols={files.flat()} onSelect={onSelect} />
    </nav>
  );
}

function Symbols({ symbols, onSelect }: { readonly symbols: readonly OutlineSymbol[]; readonly onSelect: OutlineProps["onSelect"] }) {
  return (
    <ul>
      {symbols.map((one, i) => (
        <li key={i} className={`symbol-${one.kind}`}>
          <button type="button" onClick={() => onSelect(one.nameSpan)} title={one.detail}>
            <bdi>{one.name}</bdi>
            {one.kind === "point" && one.detail !== "" ? <span className="dimmed"> {one.detail === "missing" ? "not shown" : one.detail}</span> : null}
          </button>
          {one.kind === "point" || one.kind === "section" ? <Symbols symbols={one.children.filter(({ kind }) => kind !== "row")} onSelect={onSelect} /> : null}
        </li>
      ))}
    </ul>
  );
}
