/** What the page and the worker that checks the document send each other. Offsets are those of the text that was sent. */
import type { Completion, Hover, OutlineSymbol, RenameResult, ScreenAt, SemanticToken } from "@nonet/services";
import type { Diagnostic, Fix, SourceFile, Span } from "@nonet/source";
import type { OfferedDiagram } from "../diagrams/placed-diagram.ts";

export type Edits = readonly { readonly span: Span; readonly text: string }[];

/** A place that is left open, with what it affects. */
export interface OpenPoint {
  readonly what: string;
  readonly span: Span;
  readonly line: number;
  readonly affects: readonly { readonly what: string; readonly span: Span }[];
}

/** With its line, which is counted where typing doesn't wait for it. */
export type PlacedDiagnostic = Diagnostic & { readonly line: number };

export interface Checked {
  readonly diagnostics: readonly PlacedDiagnostic[];
  /** The certain fixes of all diagnostics; empty if there are none. */
  readonly fixAll: Fix["edits"];
}

export interface Described {
  readonly outline: readonly (readonly OutlineSymbol[])[];
  readonly open: readonly OpenPoint[];
  readonly tokens: readonly (readonly SemanticToken[])[];
}

/** What the line of the cursor makes in the product. */
export interface LineMakes {
  readonly screens: readonly ScreenAt[];
  readonly role: string | null;
}

/** Each question with its answer. */
export interface Questions {
  complete: { readonly asks: { readonly file: number; readonly offset: number }; readonly answer: readonly Completion[] };
  hover: { readonly asks: { readonly file: number; readonly offset: number }; readonly answer: Hover | null };
  definition: { readonly asks: { readonly file: number; readonly offset: number }; readonly answer: readonly Span[] };
  renamable: { readonly asks: { readonly file: number; readonly offset: number }; readonly answer: { readonly name: string; readonly kind: string } | null };
  /** `stored`: the version that runs, whose names the records are stored under; null if it isn't known. */
  rename: {
    readonly asks: { readonly file: number; readonly offset: number; readonly to: string; readonly stored: readonly SourceFile[] | null };
    readonly answer: RenameResult;
  };
  format: { readonly asks: { readonly file: number }; readonly answer: Edits };
  /** What the line of a place makes. */
  makes: { readonly asks: { readonly file: number; readonly offset: number }; readonly answer: LineMakes };
  diagrams: { readonly asks: null; readonly answer: readonly OfferedDiagram[] };
}

export type QuestionName = keyof Questions;

export interface Ask {
  readonly kind: "ask";
  readonly id: number;
  readonly name: QuestionName;
  readonly about: Questions[QuestionName]["asks"];
}

export type ToWorker = { readonly kind: "text"; readonly version: number; readonly sources: readonly SourceFile[] } | Ask;

export type FromWorker =
  | { readonly kind: "checked"; readonly version: number; readonly checked: Checked }
  | { readonly kind: "described"; readonly version: number; readonly described: Described }
  | { readonly kind: "answer"; readonly id: number; readonly answer: unknown };
