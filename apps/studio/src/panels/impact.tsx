/** What the text as it is now would change in the running product, if it went live. */
import type { ImpactLine } from "@nonet/api";

export interface ImpactState {
  readonly lines: readonly ImpactLine[];
  /** `waiting`: the text has errors. `same`: it is the version that runs. */
  readonly state: "same" | "waiting" | "running" | "done" | "failed";
}

const headings = {
  stop: "These records have to be changed first",
  loss: "This would be lost",
  violation: "These records violate the new version",
  loses: "No longer allowed",
  gains: "Newly allowed",
  change: "Changes",
} as const;

type Kind = keyof typeof headings;

export function Impact({ impact: { lines, state }, onOpen }: { readonly impact: ImpactState; readonly onOpen: (route: string) => void }) {
  if (state === "same") return <p className="dimmed">The text is the version that runs. What a change would do appears here while you type.</p>;
  if (state === "waiting") return <p className="dimmed">Correct the errors first. Then what the change would do appears here.</p>;
  const judged = lines.find((line) => line.kind === "judged");
  const failed = lines.find((line) => line.kind === "failed");
  const kinds = (Object.keys(headings) as Kind[]).filter((kind) => lines.some((line) => line.kind === kind));
  return (
    <div role="status" aria-live="polite">
      {failed?.kind === "failed" ? <p className="error-text">{failed.text}</p> : null}
      {kinds.map((kind) => (
        <section key={kind}>
          <h3 className={`impact-${kind}`}>{headings[kind]}</h3>
          <ul className="sentences">{lines.map((line, i) => (line.kind === kind ? <Line key={i} line={line} onOpen={onOpen} /> : null))}</ul>
        </section>
      ))}
      {judged?.kind === "judged" ? <Judged {...judged} isEmpty={kinds.length === 0} /> : state === "running" ? <p className="dimmed">Evaluating …</p> : null}
    </div>
  );
}

function Line({ line, onOpen }: { readonly line: ImpactLine; readonly onOpen: (route: string) => void }) {
  if (!("text" in line)) return null;
  return (
    <li>
      {line.text}
      {"records" in line && Array.isArray(line.records) ? (
        <span>
          {" "}
          {line.records.map(({ title, route }, i) => (
            <span key={i}>
              {i > 0 ? ", " : ""}
              {route === null ? (
                title
              ) : (
                <button type="button" className="link" onClick={() => onOpen(route)}>
                  {title}
                </button>
              )}
            </span>
          ))}
          {line.count > line.records.length ? ` and ${line.count - line.records.length} more` : ""}
        </span>
      ) : null}
    </li>
  );
}

const Judged = ({ at, records, milliseconds, isEmpty }: Extract<ImpactLine, { kind: "judged" }> & { readonly isEmpty: boolean }) => (
  <p className="dimmed">
    {isEmpty ? "Nothing changes for stored records, and nobody may do more or less. " : ""}
    Evaluated at {new Date(at).toLocaleTimeString()} on {records.toLocaleString()} {records === 1 ? "record" : "records"} in {milliseconds.toLocaleString()} ms.
  </p>
);
