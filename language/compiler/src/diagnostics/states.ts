/** Point 4's own diagnostics: decisions, second machines, automatic transitions. */
import type { Entry } from "./entry.ts";

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
  "asked-attribute": {
    severity: "error",
    explanation:
      "What an action asks for and what a call takes comes with one request and is kept in no record of its own: it can be required, have a default, bounds and a pattern, but not be unique, set once, read-only, hidden, secret, personal, computed or made by the product. Say it of the record's field that holds the value.",
  },
  "second-machine-new": {
    severity: "error",
    explanation: "A record comes into being, and goes, by its first machine; a second machine on the same record has only states to go between.",
  },
  "unfit-new": {
    severity: "error",
    explanation:
      "A `(new)` row lets a record come into being by an action that somebody does: not a person (who registers or is added by the Owner), not by itself, not by a decision of several people (there is nothing yet to decide on), and not into `(deleted)`.",
  },
  "doubled-action": { severity: "error", explanation: "Two machines of one entity have an action of the same name, so nothing could tell them apart." },
  "automatic-by-person": {
    severity: "error",
    explanation: "An automatic transition, `(after …)`, `(at …)` or `(when …)`, happens by itself: nobody does it, so Who names nobody but `system`.",
  },
  "endless-automatic": {
    severity: "error",
    explanation: "The automatic transitions lead round in a circle, each under the same condition, so they would follow each other without end.",
  },
} as const satisfies Record<string, Entry>;
