/** The diagrams of the text in the editor, in the product's place. They follow the text. */
import type { Span } from "@nonet/source";
import { useEffect, useRef, useState } from "react";
import type { OfferedDiagram } from "./placed-diagram.ts";
import { DiagramDrawing } from "./diagram-drawing.tsx";
import { save } from "./save-file.ts";

interface DiagramsRoomProps {
  /** Changes with each text that was checked. */
  readonly version: unknown;
  readonly ask: () => Promise<readonly OfferedDiagram[] | null>;
  readonly onSelect: (span: Span) => void;
}

export function DiagramsRoom({ version, ask, onSelect }: DiagramsRoomProps) {
  const [diagrams, setDiagrams] = useState<readonly OfferedDiagram[]>([]);
  const [title, setTitle] = useState("");
  const [fits, setFits] = useState(true);
  const drawing = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isLatest = true;
    void ask().then((found) => isLatest && found && setDiagrams(found));
    return () => void (isLatest = false);
  }, [version, ask]);
  const shown = diagrams.find(({ diagram }) => diagram.title === title) ?? diagrams[0];
  if (!shown)
    return (
      <section className="diagrams" aria-label="Diagrams">
        <p>State machines, entities, screens and permissions appear here as soon as the document has them.</p>
      </section>
    );
  const name = shown.diagram.title.replace(/[^\p{L}\p{N}]+/gu, "-").toLowerCase();
  return (
    <section className="diagrams" aria-label="Diagrams">
      <div className="buttons">
        <select aria-label="Diagram" value={shown.diagram.title} onChange={(event) => setTitle(event.target.value)}>
          {diagrams.map(({ diagram }) => (
            <option key={diagram.title}>{diagram.title}</option>
          ))}
        </select>
        <button type="button" aria-pressed={fits} onClick={() => setFits(!fits)}>
          Fit to width
        </button>
        <button type="button" onClick={() => save(`${name}.svg`, "image/svg+xml", new XMLSerializer().serializeToString(drawing.current!.querySelector("svg")!))}>
          Save as SVG
        </button>
        <button type="button" onClick={() => save(`${name}.mmd`, "text/plain", `${shown.mermaid}\n`)}>
          Save as Mermaid
        </button>
      </div>
      <div ref={drawing} className={fits ? "drawing fits" : "drawing"} tabIndex={0} role="group" aria-label="Drawing">
        <DiagramDrawing diagram={shown.diagram} onSelect={onSelect} />
      </div>
    </section>
  );
}
