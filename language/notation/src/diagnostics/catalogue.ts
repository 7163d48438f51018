/** The reader's catalogue of diagnostics: only codes that are declared here can be raised. */
import type { Diagnostic, Fix, Severity, Span } from "@nonet/source";

export const catalogue = {
  "missing-point": {
    severity: "hint",
    explanation:
      "The document lacks some of the nine points. They count as not shown: they stay open, and the product doesn't invent anything for them. Write them, or write `not shown` under their headings.",
  },
  "empty-point": {
    severity: "warning",
    explanation: "The heading of the point has no text below it, so the point counts as not shown. Write `none` if there is nothing to say, or `not shown` if it is open.",
  },
  "doubled-point": { severity: "warning", explanation: "The same point appears twice in one file. Both are read as one point. Merge them." },
  "point-out-of-order": { severity: "warning", explanation: "The nine points must be in order, from 1 to 9. The point is read, but move it to its place." },
  "deep-heading": {
    severity: "error",
    explanation:
      "Lines of the notation are below a heading of the fourth level or deeper. Only headings of the third level, `### Name`, say what the lines below them belong to. Write `###`; if the heading only separates lines, write it in bold instead.",
  },
  "unknown-point": {
    severity: "error",
    explanation:
      "A heading of the second level must be one of the nine points, with its number or its title. The text below this heading is not read. Use the title of a point, or a heading of a lower level.",
  },
  "not-an-example": {
    severity: "error",
    explanation:
      "Below a heading such as Examples or Scenarios stand examples and prose: a title as a heading or as `Example: TITLE`, and below it the steps, which begin with Given, When and Then. Move anything else to the point that it belongs to.",
  },
  "point-number-mismatch": {
    severity: "warning",
    explanation: "The heading has the number of one point and the title of another. It is read as the point of the title. Correct the number.",
  },
  "state-with-content": { severity: "error", explanation: "The point says `not shown` or `none` but also has content. Remove one of the two." },
  "too-many-cells": { severity: "error", explanation: "The row has more cells than the table has columns. Remove a cell; write a `|` that belongs to a cell as `\\|`." },
  "statement-too-long": {
    severity: "error",
    explanation: "A bullet or a cell is longer than any statement, so it is not read. Split it. Text for people can stand in paragraphs.",
  },
} as const satisfies Record<string, { readonly severity: Severity; readonly explanation: string }>;

export type Code = keyof typeof catalogue;

export type Report = (code: Code, span: Span, message: string, more?: { readonly hint?: string; readonly fixes?: readonly Fix[] }) => void;

/** Collects diagnostics, and the function that adds one. */
export function reporter(): { readonly diagnostics: Diagnostic[]; readonly report: Report } {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (code, span, message, more) => {
    diagnostics.push({ code, severity: catalogue[code].severity, span, message, hint: more?.hint, fixes: more?.fixes ?? [] });
  };
  return { diagnostics, report };
}
