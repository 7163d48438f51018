/** What an import is made of: a source that was read, and what makes a draft of it. */
import type { Importing } from "@nonet/import";
import type { Result } from "../terminal/result.ts";

export interface ImportNames {
  readonly refused: ReadonlyMap<string, string>;
  readonly names: ReadonlyMap<string, string>;
}

export interface ImportSource {
  /** The name of the document where none is given. */
  readonly name: string;
  readonly make: (options: ImportNames) => Importing;
}

export type ReadSource = (from: string) => Promise<Result<ImportSource>>;
