/** A picture of a part of the product, as nodes and edges before any layout. Each leads to its line of the document. */
import type { Span } from "@nonet/source";

export interface Diagram {
  readonly kind: "states" | "entities" | "screens" | "access";
  readonly title: string;
  readonly nodes: readonly DiagramNode[];
  readonly edges: readonly DiagramEdge[];
}

export interface DiagramNode {
  /** Unique within the diagram. */
  readonly id: string;
  /** "" for the start of a machine. */
  readonly label: string;
  /** Further lines below the label: the fields of an entity, the route of a screen. */
  readonly lines: readonly string[];
  readonly shape: "box" | "start" | "end";
  /** null for what the document doesn't state. */
  readonly span: Span | null;
}

export interface DiagramEdge {
  readonly from: string;
  readonly to: string;
  readonly label: string;
  readonly span: Span | null;
}
