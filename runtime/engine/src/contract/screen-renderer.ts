/** How the engine gets a screen as a file, to attach it to a mail. */
import type { Actor } from "./actor.ts";

export interface ScreenFile {
  readonly name: string;
  readonly type: string;
  readonly content: Uint8Array;
}

/** A text where the screen can't be rendered, as a reason. */
export type ScreenRenderer = (actor: Actor, screen: string, format: "xlsx" | "csv") => Promise<ScreenFile | string>;
