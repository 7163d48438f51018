/** Point 4's own diagnostics: decisions, second machines, automatic transitions. */
import type { Entry } from "../diagnostics.ts";

export const catalogue4 = {
  "unreadable-decision": {
    severity: "error",
    explanation:
      "A decision says who (`any 2 of ROLE`, ``all of `list` ``, `majority of …`, joined by `then`), and after commas: not by FIELD, refused by any [as ACTION], refused by majority, reminded after …, lapses after … as ACTION, starts again when FIELD changes.",
  },
  "do-decided": {
    severity: "error",
    explanation: "`do` can't do what several people decide: nothing may take the decision out of their hands. Give the effect an action of its own.",
  },
  "reserved-asked-name": { severity: "error", explanation: "An action that several people decide is answered with `decision`, so it can't ask for a field of that name." },
  "second-machine-new": {
    severity: "error",
    explanation: "A record comes into being, and goes, by its first machine; a second machine on the same record has only states to go between.",
  },
  "doubled-action": { severity: "error", explanation: "Two machines of one entity have an action of the same name, so nothing could tell them apart." },
  "endless-automatic": {
    severity: "error",
    explanation: "The automatic transitions lead round in a circle, each under the same condition, so they would follow each other without end.",
  },
} as const satisfies Record<string, Entry>;
