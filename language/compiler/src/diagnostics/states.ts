/** Diagnostics of point 4: machines, transitions, decisions and automatic transitions. */
import type { Entry } from "./entry.ts";

export const statesCatalogue = {
  "state-and-field": {
    severity: "hint",
    explanation: "A yes/no field is called like a state of its entity, so that the same words mean the state in one place and the field in another. Rename the field.",
  },
  "behind-backticks": {
    severity: "error",
    explanation:
      "Words stand behind an expression in backticks, so it isn't clear whether they belong to it. Put the whole expression in one pair of backticks, or remove the words.",
  },
  "missing-semicolon": {
    severity: "error",
    explanation: 'A statement begins where the one before it hasn\'t ended. Separate statements with `;`: `set F = …; send "…"`.',
  },
  "no-start": { severity: "error", explanation: "The machine has no initial state, so no record could be created. Say in which state a new record starts." },
  "unused-start": {
    severity: "error",
    explanation:
      "A record of an entity with `(new)` rows is created only by them, in the state that they name. `Starts as` names another state, so the line has no effect. Remove one of the two.",
  },
  "forbidden-deletion": {
    severity: "error",
    explanation: "A row leads to `(deleted)`, but point 3 says that records of the entity are never deleted. Change the row, or remove `Deleting: not allowed`.",
  },
  "leaves-final-state": {
    severity: "warning",
    explanation:
      "`Ends as` lists final states, and this row leads out of one of them. The row is used as it stands; `any` leaves final states out. Remove the state from `Ends as`, or the row.",
  },
  "unreachable-transition": {
    severity: "error",
    explanation:
      "The row can never be used. When several rows have the same action and the same From, the first one whose guard holds is used, and an earlier row has no guard. Give that row a guard, or move it down.",
  },
  "unreachable-state": { severity: "warning", explanation: "No transition leads to this state, and no record starts in it. Add a transition, or remove the state." },
  "dead-end": {
    severity: "warning",
    explanation: "No transition leads out of this state, and `Ends as` doesn't list it. Add a transition, or add the state to `Ends as`.",
  },
  "unreadable-decision": {
    severity: "error",
    explanation:
      "The decision is not understood. It names who decides (`any 2 of ROLE`, ``all of `list` ``, `majority of …`, joined by `then`), followed after commas by options: not by FIELD, refused by any [as ACTION], refused by majority, reminded after …, lapses after … [as ACTION], starts again when FIELD changes.",
  },
  "undecided-case": {
    severity: "warning",
    explanation:
      "Each case of the decision has a condition, and where none of them holds, nobody can decide, so the action can't happen. Add the other case, `; Clerk otherwise`, where the Clerk who runs the action has decided by that; or leave out the condition.",
  },
  "do-decided": {
    severity: "error",
    explanation: "Several people decide on this action, so `do` can't run it: an effect would bypass their decision. Give the effect an action of its own.",
  },
  "reserved-asked-name": {
    severity: "error",
    explanation: "Votes on this action are sent in a field named `decision`, so the action can't ask for a field of that name. Rename the field.",
  },
  "asked-attribute": {
    severity: "error",
    explanation:
      "A field that an action asks for, or that a call takes, arrives with one request and isn't stored. It can be required and have a default, bounds and a pattern, but it can't be unique, set once, read-only, hidden, secret, personal, computed or set by the product. Put the attribute on the record's field that stores the value.",
  },
  "second-machine-new": {
    severity: "error",
    explanation: "Only the first machine of an entity creates and deletes records. A second machine has no `(new)` and `(deleted)` rows: remove the row.",
  },
  "unfit-new": {
    severity: "error",
    explanation:
      "A `(new)` row creates a record when somebody runs an action. It can't create a User (users register or are added by the Owner), be automatic, be decided by several people, or lead to `(deleted)`.",
  },
  "doubled-action": {
    severity: "error",
    explanation: "Two machines of the entity have an action with the same name, so the name is ambiguous. Rename one of the actions.",
  },
  "automatic-by-person": {
    severity: "error",
    explanation: "An automatic transition, `(after …)`, `(at …)` or `(when …)`, isn't run by a person. Leave Who empty, or write `system`.",
  },
  "endless-automatic": {
    severity: "error",
    explanation:
      "The automatic transitions form a cycle under the same condition, so they would follow each other without end. Change the conditions so that they exclude each other.",
  },
  "me-without-role": {
    severity: "warning",
    explanation:
      "An effect stores the person who acts in a field that takes only people with a role, and Who lets people with another role run the action. For them it is refused, unless they have both roles. Change Who, or the type of the field.",
  },
  "who-disagrees": {
    severity: "error",
    explanation: "Who in point 4 and the matrix in point 6 grant the same action to different people. They must agree: change one of the two lines, or remove one of them.",
  },
  "nobody-may": {
    severity: "warning",
    explanation:
      "Nobody can run this action: neither Who in point 4 nor point 6 grants it to a role, or no role that has it may read the record. Grant the action, or the right to read.",
  },
  "refusal-never-seen": {
    severity: "warning",
    explanation:
      "The guard names an error code that nobody can get: the guard always holds there, or the transition is automatic, and then it waits instead of being refused. Correct the guard, or remove the code.",
  },
  "condition-never-holds": {
    severity: "warning",
    explanation:
      "No value of the fields satisfies the condition by which a screen, list, chart, schedule, call or permission selects records, so it never shows or does anything. Correct the condition.",
  },
  "guard-never-holds": {
    severity: "warning",
    explanation:
      "No value of the fields satisfies the guard in the state in which the transition starts, so the transition can never happen. Correct the guard, or remove the row.",
  },
  "guard-leaves-out-state": {
    severity: "hint",
    explanation:
      "The row names several states in From, and its guard can hold in some of them only. The action can't happen in the others. If that is meant, say it in From: `any except STATE`.",
  },
  "action-in-other-state": {
    severity: "hint",
    explanation:
      "An action is run on each record of a list, and it is possible in some states only. If one record is in another state, the action is refused, and with it the whole change. Choose the records by their state.",
  },
  "unasked-field": {
    severity: "error",
    explanation: "The action requires a field that this statement doesn't give. Add it: `do ACTION with FIELD = …`.",
  },
} as const satisfies Record<string, Entry>;
