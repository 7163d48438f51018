/** A fix that also removes its line or adds lines to other places of the document, which are looked up when it is applied. */
import type { PointNumber } from "@nonet/notation";
import type { Fix } from "@nonet/source";

export type Addition =
  /** A section at the end of a point, from its heading on. */
  | { readonly kind: "section"; readonly point: PointNumber; readonly text: string }
  /** A paragraph before the first table of a point. */
  | { readonly kind: "paragraph"; readonly point: PointNumber; readonly text: string }
  /** A bullet among those below a heading. */
  | { readonly kind: "bullet"; readonly point: PointNumber; readonly below: string; readonly text: string }
  /** A row of the error catalogue. */
  | { readonly kind: "code"; readonly code: string; readonly message: string }
  /** A row of point 5, by the headers of its table in small letters. */
  | { readonly kind: "rule"; readonly row: Readonly<Record<string, string>> }
  /** A row of the matrix: the cells of the roles that are named, and `–` for the others. */
  | { readonly kind: "right"; readonly subject: string; readonly cells: Readonly<Record<string, string>> };

export interface PlannedFix extends Fix {
  /** What is removed around the words of the diagnostic. */
  readonly removes?: "item" | "line";
  readonly adds?: readonly Addition[];
}
