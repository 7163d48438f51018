/** What the parts of a call share while it is compiled: its attributes and its scope. */
import type { TextSpan } from "@nonet/notation";
import type { Use } from "../context/context.ts";
import type { StatementScope } from "../statements/scene.ts";

export type Attributes = ReadonlyMap<string, TextSpan>;

/** The scope of a call's text: its record, the input of the action, and further variables. */
export interface CallScene {
  readonly call: string;
  readonly use: Use;
  readonly scene: StatementScope;
  readonly attributes: Attributes;
}
