/** What one heading of one file contributes to a point. */
import type { Span } from "@nonet/source";
import type { PointNumber } from "../tree/points.ts";
import type { Block, TextSpan } from "../tree/tree.ts";

export interface OpenSection {
  readonly title: TextSpan;
  readonly blocks: Block[];
  readonly from: number;
  to: number;
}

/** What one heading of one file gives to a point. */
export interface PointPart {
  readonly number: PointNumber;
  readonly heading: TextSpan;
  readonly headingSpan: Span;
  /** `not shown` or `none` in the heading itself, else "". */
  readonly stated: string;
  readonly blocks: Block[];
  readonly sections: OpenSection[];
}

/** `not shown` or `none` where the block is a paragraph that says just that. */
export function statedState(block: Block): "not shown" | "none" | "" {
  if (block.kind !== "paragraph" && block.kind !== "other") return "";
  const text = block.words.text;
  if (/^\**not\s+shown\**\.?\**$/i.test(text)) return "not shown";
  return /^(none\.?|–|—|-|---?)$/i.test(text) ? "none" : "";
}
