import type { TextSpan } from "@nonet/notation";
import type { Use } from "../context/context.ts";
import type { Scene } from "../statements/scene.ts";

export type Attributes = ReadonlyMap<string, TextSpan>;

/** Where a call's text stands: its record, what was asked, and the variables of its content. */
export interface CallScene {
  readonly call: string;
  readonly use: Use;
  readonly scene: Scene;
  readonly attributes: Attributes;
}
