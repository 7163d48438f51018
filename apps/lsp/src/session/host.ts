/** What the server needs of the machine that it runs on; each host does as much of it as it can. */
import type { Sources } from "@nonet/source";

export interface FileText {
  readonly uri: string;
  readonly text: string;
}

export interface ExampleOutcome {
  readonly title: string;
  /** null if it passed. */
  readonly failure: { readonly file: number; readonly line: number | null; readonly expected: string; readonly seen: string } | null;
}

export interface Host {
  /** The Markdown files of a folder, by the folder's address; empty if they can't be read. */
  readonly readFolder?: (uri: string) => Promise<readonly FileText[]>;
  /** Runs one example of a specification in an empty product of its own; a text says why it can't. */
  readonly runExample?: (sources: Sources, title: string) => Promise<ExampleOutcome | string>;
}
