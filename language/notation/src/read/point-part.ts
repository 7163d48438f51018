/** The part of a point below one heading: a point can have several, in different files. */
import type { Span } from "@nonet/source";
import type { PointNumber } from "../tree/points.ts";
import type { Block, TextSpan } from "../tree/tree.ts";

export interface OpenSection {
  readonly title: TextSpan;
  readonly blocks: Block[];
  readonly from: number;
  to: number;
}

/** The heading of a point in one file, with the blocks and sections below it. */
export interface PointPart {
  readonly number: PointNumber;
  readonly heading: TextSpan;
  readonly headingSpan: Span;
  /** `not shown` or `none` in the heading itself; otherwise "". */
  readonly stated: string;
  readonly blocks: Block[];
  readonly sections: OpenSection[];
}

/** `not shown` or `none` if the block is a paragraph with exactly this text; otherwise "". */
export function statedState(block: Block): "not shown" | "none" | "" {
  if (block.kind !== "paragraph" && block.kind !== "other") return "";
  const text = block.words.text;
  if (/^\**not\s+shown\**\.?\**$/i.test(text)) return "not shown";
  return /^(none\.?|–|—|-|---?)$/i.test(text) ? "none" : "";
}
