/** `GET /api/document`: the specification as the product shows it. */
import type { SourceLocation } from "@nonet/model";
import type { SentenceData } from "./source-sentence.ts";

export interface DocumentData {
  readonly title: string;
  readonly files: readonly { readonly name: string; readonly text: string }[];
  readonly points: readonly ({
    readonly number: number;
    readonly title: string;
    readonly state: "written" | "not shown" | "missing" | "none";
  } & SourceLocation)[];
  /** Ranges of enforced text, in order, as offsets into a file. */
  readonly enforced: readonly Range[];
  readonly prose: readonly Range[];
  readonly open: readonly {
    readonly what: string;
    readonly file: number;
    readonly line: number;
    readonly affects: readonly ({ readonly what: string } & SourceLocation)[];
  }[];
  /** Diagnostics of the latest saved text, which may not be the one that is running. */
  readonly diagnostics: readonly DiagnosticData[];
  /** False while the latest text has errors and the last good version is running. */
  readonly current: boolean;
  readonly sentences: readonly SentenceData[];
  readonly defaults: readonly { readonly number: number; readonly text: string }[];
  readonly counts: { readonly enforced: number; readonly elements: number };
}

export interface Range {
  readonly file: number;
  readonly from: number;
  readonly to: number;
}

export interface DiagnosticData {
  readonly code: string;
  readonly severity: "error" | "warning" | "hint";
  readonly message: string;
  readonly hint: string | null;
  readonly file: number;
  readonly line: number;
  readonly column: number;
}
