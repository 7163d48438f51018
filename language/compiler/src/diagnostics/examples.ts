/** What examples can say, by code; spread into the compiler's catalogue. */
import type { Entry } from "./entry.ts";

export const catalogueExamples = {
  "unreadable-step": {
    severity: "error",
    explanation: "A step of an example has no reading, so the example can't be run. The message says at which words; steps begin with It is, Given, When, Then, And or But.",
  },
  "ambiguous-step": { severity: "error", explanation: "A step of an example has two readings: a value could stand in several fields. Name the field: `with F V`." },
} as const satisfies Record<string, Entry>;
