/** Everything that reading the nine-point tree can say, by code. Nothing else can be raised. */
import type { Diagnostic, Fix, Severity, Span } from "@nonet/source";

export const catalogue = {
  "missing-point": {
    severity: "hint",
    explanation:
      "Some of the nine points aren't there. They count as not shown: open, and never filled by invention. Write them, or write `not shown` under their headings to say that you know.",
  },
  "empty-point": {
    severity: "warning",
    explanation: "The point's heading is there and nothing beneath it. It counts as not shown. Write `none` if there is nothing to say, `not shown` if it is open.",
  },
  "doubled-point": { severity: "warning", explanation: "The same point stands twice in one file. Both are read as one; put them together." },
  "point-out-of-order": { severity: "warning", explanation: "The nine points stand in order, from 1 to 9. The point is read all the same; move it." },
  "deep-heading": {
    severity: "error",
    explanation:
      "A heading of the fourth level or deeper stands above lines of the notation, as `### Name` does, which says what they are about. It is read as that where another line speaks of what it names, and else as a part of the section above; write `###`. Where it only parts the lines above from those below, write it in bold.",
  },
  "unknown-point": {
    severity: "error",
    explanation:
      "A heading of the second level is one of the nine points, known by its number or its title. What stands beneath this one is not read. Use a point's title, or a deeper heading.",
  },
  "point-number-mismatch": { severity: "warning", explanation: "The heading has the number of one point and the title of another. It is read as the one whose title it has." },
  "state-with-content": { severity: "error", explanation: "The point says `not shown` or `none`, and yet has content. Remove one of the two." },
  "too-many-cells": { severity: "error", explanation: "The row has more cells than the table has columns. A `|` inside a cell is written `\\|`." },
} as const satisfies Record<string, { readonly severity: Severity; readonly explanation: string }>;

export type Code = keyof typeof catalogue;

export type Report = (code: Code, span: Span, message: string, more?: { readonly hint?: string; readonly fixes?: readonly Fix[] }) => void;

/** A place to put diagnostics, and the way to make one. */
export function reporter(): { readonly diagnostics: Diagnostic[]; readonly report: Report } {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (code, span, message, more) => {
    diagnostics.push({ code, severity: catalogue[code].severity, span, message, hint: more?.hint, fixes: more?.fixes ?? [] });
  };
  return { diagnostics, report };
}
