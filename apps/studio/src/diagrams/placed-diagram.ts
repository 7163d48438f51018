/** A diagram with a place for each of its parts, in the worker: the page only draws. */
import { graphlib, layout } from "@dagrejs/dagre";
import type { Diagram, DiagramEdge, DiagramNode } from "@nonet/services";
import { lineHeight, textWidth } from "./text-size.ts";

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** In pixels, from the top left corner of the diagram. */
export interface PlacedNode extends DiagramNode {
  /** Its center. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface PlacedEdge extends DiagramEdge {
  readonly points: readonly Point[];
  /** The center of its label. */
  readonly labelAt: Point;
}

export interface PlacedDiagram {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
}

/** A diagram as it is drawn, and as Mermaid. */
export interface OfferedDiagram {
  readonly diagram: PlacedDiagram;
  readonly mermaid: string;
}

export function placeDiagram({ title, kind, nodes, edges }: Diagram): PlacedDiagram {
  const graph = new graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: kind === "states" ? "TB" : "LR", nodesep: 28, ranksep: 56, edgesep: 14, marginx: 16, marginy: 16 });
  for (const node of nodes) graph.setNode(node.id, sizeOf(node));
  edges.forEach(({ from, to, label }, i) =>
    graph.setEdge(from, to, { width: label === "" ? 0 : textWidth(label) + 8, height: label === "" ? 0 : lineHeight, labelpos: "c" }, String(i)),
  );
  layout(graph);
  const { width = 0, height = 0 } = graph.graph() as { readonly width?: number; readonly height?: number };
  return {
    title,
    width,
    height,
    nodes: nodes.map((node) => ({ ...node, ...(graph.node(node.id) as Point & { readonly width: number; readonly height: number }) })),
    edges: edges.map((edge, i) => {
      const { points, x, y } = graph.edge(edge.from, edge.to, String(i)) as { readonly points: readonly Point[]; readonly x?: number; readonly y?: number };
      return { ...edge, points, labelAt: x === undefined || y === undefined ? points[Math.floor(points.length / 2)]! : { x, y } };
    }),
  };
}

function sizeOf({ label, lines, shape }: DiagramNode): { readonly width: number; readonly height: number } {
  if (shape === "start") return { width: 18, height: 18 };
  return { width: Math.max(64, ...[label, ...lines].map(textWidth)) + 24, height: (1 + lines.length) * lineHeight + 16 };
}
