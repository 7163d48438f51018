/** What an import is made of: a source that was read, what makes a draft of it, and its records. */
import type { BulkList, BulkTable, Outcome } from "@nonet/engine";
import type { Importing } from "@nonet/import";
import type { Result } from "../terminal/result.ts";

export interface ImportNames {
  readonly refused: ReadonlyMap<string, string>;
  readonly names: ReadonlyMap<string, string>;
}

export type Load = <T>(work: (tables: readonly BulkTable[], lists: readonly BulkList[]) => Promise<T>) => Promise<Outcome<T>>;

export interface ImportSource {
  /** The name of the document where none is given. */
  readonly name: string;
  readonly make: (options: ImportNames) => MadeImport;
}

export interface MadeImport extends Importing {
  /** Gives the records to `work`; null where the source has none. */
  readonly load: Load | null;
}

export type ReadSource = (from: string) => Promise<Result<ImportSource>>;
