/** The diagnostics of all files with their fixes. */
import type { Span } from "@nonet/source";
import type { Checked, Edits, PlacedDiagnostic } from "../contract/messages.ts";

/** Words for a line of a file. */
export type PlaceWords = (file: number, line: number) => string;

interface ProblemsProps {
  readonly checked: Checked | null;
  readonly place: PlaceWords;
  readonly onSelect: (span: Span) => void;
  readonly onFix: (edits: Edits) => void;
}

const ranks = { error: 0, warning: 1, hint: 2 } as const;

export function Problems({ checked, place, onSelect, onFix }: ProblemsProps) {
  if (!checked) return <p className="dimmed">The document is being checked.</p>;
  if (checked.diagnostics.length === 0) return <p className="dimmed">No problems.</p>;
  const sorted = [...checked.diagnostics].sort((a, b) => ranks[a.severity] - ranks[b.severity]);
  return (
    <>
      {checked.fixAll.length > 0 ? (
        <button type="button" className="action" onClick={() => onFix(checked.fixAll)}>
          Apply all certain fixes
        </button>
      ) : null}
      <ul className="rows">
        {sorted.slice(0, 200).map((one, i) => (
          <Problem key={i} diagnostic={one} place={place} onSelect={onSelect} onFix={onFix} />
        ))}
      </ul>
    </>
  );
}

interface ProblemProps extends Omit<ProblemsProps, "checked"> {
  readonly diagnostic: PlacedDiagnostic;
}

function Problem({ diagnostic: { severity, message, hint, span, line, fixes }, place, onSelect, onFix }: ProblemProps) {
  return (
    <li>
      <button type="button" className="row" onClick={() => onSelect(span)}>
        <span className={`mark ${severity}`}>{severity}</span> {message} <span className="dimmed">{place(span.file, line)}</span>
        {hint === undefined ? null : <span className="dimmed hint-text">{hint}</span>}
      </button>
      {fixes.map((fix, i) => (
        <button key={i} type="button" className="action" onClick={() => onFix(fix.edits)}>
          {fix.title}
        </button>
      ))}
    </li>
  );
}
