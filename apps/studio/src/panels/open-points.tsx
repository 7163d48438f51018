/** What the document leaves open, with what it affects. */
import type { Span } from "@nonet/source";
import type { OpenPoint } from "../contract/messages.ts";
import type { PlaceWords } from "./problems.tsx";

interface OpenPointsProps {
  readonly open: readonly OpenPoint[];
  readonly place: PlaceWords;
  readonly onSelect: (span: Span) => void;
}

export function OpenPoints({ open, place, onSelect }: OpenPointsProps) {
  if (open.length === 0) return <p className="dimmed">Nothing is open.</p>;
  return (
    <ul className="rows">
      {open.map(({ what, span, line, affects }, i) => (
        <li key={i}>
          <button type="button" className="row" onClick={() => onSelect(span)}>
            {what} is not shown <span className="dimmed">{place(span.file, line)}</span>
            {affects.length > 0 ? <span className="dimmed hint-text">It affects {affects.map((one) => one.what).join(", ")}.</span> : null}
          </button>
        </li>
      ))}
    </ul>
  );
}
