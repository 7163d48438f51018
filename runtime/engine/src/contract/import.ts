/** What an import is given and returns. */
import type { Values } from "./actor.ts";

export interface ImportLine {
  /** The line of the file, for its problems. */
  readonly row: number;
  /** By JSON key: texts as people write them; an empty one is no value. */
  readonly values: Values;
  /** What the line holds beyond its fields, in words for whoever sent it: the line is refused. */
  readonly surplus?: string;
}

export interface ImportOptions {
  /** JSON keys that together name an existing record; a line that fits one changes it. */
  readonly match?: readonly string[];
  readonly confirm?: readonly string[];
  readonly dryRun?: boolean;
}

export interface Imported {
  readonly created: number;
  readonly updated: number;
}
