/** Diagnostics of the examples (Given, When, Then). */
import type { Entry } from "./entry.ts";

export const examplesCatalogue = {
  "unreadable-step": {
    severity: "error",
    explanation: "A step of the example is not understood, so the example can't run. The range shows the words in question. Steps begin with It is, Given, When, Then, And or But.",
  },
  "ambiguous-step": {
    severity: "error",
    explanation: "A step of the example is ambiguous: the value could belong to several fields. Name the field, as in `with FIELD VALUE`.",
  },
} as const satisfies Record<string, Entry>;
