/** What the tools need of the machine. None of it reaches a product that people use. */
import type { Product } from "@nonet/model";

export interface ExampleReport {
  readonly title: string;
  /** null if it passed. */
  readonly failure: { readonly line: number | null; readonly expected: string; readonly seen: string } | null;
}

export interface Host {
  /** The guide for assistants; null if the installation has none. */
  readonly readGuide: () => Promise<string | null>;
  /** The text of a Markdown file in the working folder; a problem in words if there is none. */
  readonly readFile: (path: string) => Promise<{ readonly text: string } | { readonly problem: string }>;
  /** Runs the examples of a product, each in an empty product of its own; a text says why they can't be run. */
  readonly runExamples: (product: Product) => Promise<readonly ExampleReport[] | string>;
  /** A specification of what exists already, with the account of its objects; a problem in words if the source can't be read. */
  readonly importFrom: (kind: string, source: string) => Promise<{ readonly account: string; readonly text: string } | { readonly problem: string }>;
}
