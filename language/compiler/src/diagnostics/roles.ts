/** What point 6 can say, by code; spread into the compiler's catalogue. */
import type { Entry } from "./entry.ts";

export const catalogue6 = {
  "unreadable-never": {
    severity: "error",
    explanation: "A `Never:` line says who never does what to which records: `Never: a Reviewer reads a Paper: authors`, `Never: anyone reads or updates a conflicted Paper`.",
  },
  "doubled-condition": { severity: "error", explanation: "A condition of this name stands before for the same entity. Keep one, or name them apart." },
  "screen-for-disagrees": {
    severity: "error",
    explanation: 'A `Screen "…"` row and the screen\'s For name different people. Where both speak they must agree: change one of the two lines named.',
  },
  "role-circle": {
    severity: "error",
    explanation: "A role has what those have that it includes. Roles that include each other, directly or through others, would be one and the same.",
  },
  "no-bearer": {
    severity: "error",
    explanation: "`bearer` is whoever opens a secret link, and no field of the entity is one. Give it a field `secret link to SCREEN`, or leave the column's cell empty.",
  },
} as const satisfies Record<string, Entry>;
