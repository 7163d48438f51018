/** Draws a diagram as SVG. Each part leads to its line of the document, by pointer and by keyboard. */
import type { Span } from "@nonet/source";
import type { KeyboardEvent } from "react";
import type { PlacedDiagram, PlacedEdge, PlacedNode } from "./placed-diagram.ts";
import { fitted, lineHeight } from "./text-size.ts";

interface DrawingProps {
  readonly diagram: PlacedDiagram;
  readonly onSelect: (span: Span) => void;
}

/** Part of the drawing, so that a saved file looks the same elsewhere. The studio's own colors replace it on the page. */
const style = `text{font:13px system-ui,sans-serif;fill:#1c1e21}.shape{fill:#fff;stroke:#5c626b}.shape-end{stroke-width:2}.start{fill:#1c1e21}.way{fill:none;stroke:#5c626b}.arrow{fill:#5c626b}.name{font-weight:600}.label-ground{fill:#fff}`;

export function DiagramDrawing({ diagram: { title, width, height, nodes, edges }, onSelect }: DrawingProps) {
  return (
    <svg xmlns="http://www.w3.org/2000/svg" className="diagram" role="group" aria-label={title} width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
      <title>{title}</title>
      <style>{style}</style>
      <defs>
        <marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto-start-reverse">
          <path className="arrow" d="M0 0 8 4 0 8z" />
        </marker>
      </defs>
      {edges.map((edge, i) => (
        <Edge key={i} edge={edge} nodes={nodes} onSelect={onSelect} />
      ))}
      {nodes.map((node) => (
        <Node key={node.id} node={node} onSelect={onSelect} />
      ))}
    </svg>
  );
}

function Node({ node: { label, lines, shape, span, x, y, width, height }, onSelect }: { readonly node: PlacedNode } & Pick<DrawingProps, "onSelect">) {
  const top = y - height / 2;
  if (shape === "start") return <circle className="start" cx={x} cy={y} r={width / 2 - 1} {...leadsTo(span, "Start", onSelect)} />;
  return (
    <g {...leadsTo(span, label, onSelect)}>
      <rect className={`shape shape-${shape}`} x={x - width / 2} y={top} width={width} height={height} rx={shape === "end" ? 14 : 5} />
      {[label, ...lines].map((line, i) => (
        <text key={i} className={i === 0 ? "name" : "detail"} x={i === 0 ? x : x - width / 2 + 12} y={top + 8 + lineHeight * (i + 0.72)} textAnchor={i === 0 ? "middle" : "start"}>
          {fitted(line)}
        </text>
      ))}
    </g>
  );
}

function Edge({
  edge: { from, to, label, points, labelAt, span },
  nodes,
  onSelect,
}: { readonly edge: PlacedEdge; readonly nodes: readonly PlacedNode[] } & Pick<DrawingProps, "onSelect">) {
  const nameOf = (id: string): string => nodes.find((node) => node.id === id)?.label || "Start";
  const text = fitted(label);
  return (
    <g {...leadsTo(span, `${nameOf(from)} to ${nameOf(to)}${label === "" ? "" : `: ${label}`}`, onSelect)}>
      <path className="way" d={`M${points.map(({ x, y }) => `${round(x)} ${round(y)}`).join("L")}`} markerEnd="url(#arrow)" />
      {text === "" ? null : (
        <>
          <rect className="label-ground" x={labelAt.x - text.length * 3.7 - 3} y={labelAt.y - lineHeight / 2} width={text.length * 7.4 + 6} height={lineHeight} />
          <text x={labelAt.x} y={labelAt.y + 4.5} textAnchor="middle">
            {text}
          </text>
        </>
      )}
    </g>
  );
}

const round = (n: number): number => Math.round(n * 10) / 10;

function leadsTo(span: Span | null, label: string, onSelect: DrawingProps["onSelect"]) {
  if (span === null) return {};
  return {
    role: "button",
    tabIndex: 0,
    "aria-label": label,
    onClick: () => onSelect(span),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      onSelect(span);
    },
  };
}
