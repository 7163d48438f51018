/** Point 4: the entity and action whose decision is read. */
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";

export interface DecisionScene {
  readonly ctx: PointCompiler;
  readonly draft: EntityDraft;
  readonly action: string;
  /** What the action asks for, besides fields of the entity. */
  readonly asked: readonly string[];
  /** What the expressions are part of, for messages. */
  readonly what: string;
}
