/** Diagnostics that need the whole document: required fields, unused declarations and cycles. */
import type { Entry } from "./entry.ts";

export const checksCatalogue = {
  "misspelt-definition": {
    severity: "error",
    explanation:
      "Several lines use a name that isn't defined, and a name that is almost the same is defined and not used. The name is probably misspelt in its definition. Correct it there; the lines that use it aren't reported.",
  },
  "grants-nothing": {
    severity: "warning",
    explanation:
      "Point 6 is written and grants nothing, so nobody but the system can use the records. Add a matrix, or bullets that say who may do what. Write `not shown` if it isn't known yet.",
  },
  "unused-role": {
    severity: "warning",
    explanation: "The role has no permissions and sees no screens: no grant, no Who, no For and no other role names it. Grant it something, or remove it.",
  },
  "unused-entity": {
    severity: "warning",
    explanation:
      "No role has a permission on this entity, and no screen, field, statement or expression uses it, so its records are never created or shown. Give it a row in point 6, or remove it.",
  },
  "unused-link": {
    severity: "warning",
    explanation:
      "The secret link gives access to nothing: the person who opens it acts as `bearer`, and point 6 grants nothing on the record to `bearer` or `anyone`. Add a column `bearer` to point 6, or remove the field.",
  },
  "reveals-link": {
    severity: "warning",
    explanation:
      "Somebody who may only read the record may read its secret link too. Whoever opens the link acts as `bearer`, with the rights that point 6 gives to `bearer`. Write `hidden` behind the field, so that only the roles named in a row of their own read the link.",
  },
  "unused-condition": {
    severity: "warning",
    explanation: "No cell, no `Never:` line and no Who uses this condition of point 6. Use it as you use `own`, or remove it.",
  },
  "unused-own": {
    severity: "warning",
    explanation: "An `Own:` line says who owns the entity's records, but no cell, no `Never:` line and no Who says `own` for this entity. Use it, or remove it.",
  },
  "unused-effects": {
    severity: "warning",
    explanation:
      "`NAME does: …` names a group of statements, but no Then of the same machine uses the name, so the statements never run. Use the name in a Then, or remove the line.",
  },
  "unused-asked": {
    severity: "warning",
    explanation:
      "An action asks for a value, or an offered call takes one, that no effect, rule, mail or answer reads. The value isn't stored, not even in the history, so it is lost. Store it in an effect, use it in a mail or a rule, or ask for a field of the record. To have somebody confirm an action, write `ACTION confirms: …`.",
  },
  "guard-reads-stored": {
    severity: "hint",
    explanation:
      "A guard sees the record as it is before the action. Where the action asks for a field of the record, the guard reads the value from before, which may be empty, and the new one is stored afterwards. Write `asked.F` to check what the person enters; leave it if the value from before is meant.",
  },
  "part-of-duration": {
    severity: "warning",
    explanation: "`.hours` of a duration is what is left beside whole days: 12 of 36 hours. To compare or add up the whole length, divide it: `(ends at - starts at) / 1 hour`.",
  },
  "unanswered-negation": {
    severity: "hint",
    explanation:
      "A yes/no field without a default is empty until somebody answers. A comparison with an empty value doesn't hold, and neither does its opposite: `not blocked` leaves out records for which nobody has answered. Give the field a default, or make it required.",
  },
  "percent-of-hundred": {
    severity: "hint",
    explanation: "A percent is a share: 1 is 100 %, and `5 %` is 0.05. A formula needs no factor 100: write `present / invited`. In a comparison, write `70 %` instead of 70.",
  },
  "first-without-order": {
    severity: "hint",
    explanation: "`LIST[…][1]` is the first record of a list that has no order, where several can match. Sort the list first: `sort(LIST, function(a, b) a.F < b.F)[1]`.",
  },
  "total-can-be-empty": {
    severity: "hint",
    explanation:
      "A sum, mean, minimum or maximum reads a field that can be empty. If one of the values is empty, the result is empty too, as FEEL defines it. Leave out empty values, `sum(Job[pay != null].pay)`, make the field required, or replace empty values, `if pay = null then 0 else pay`.",
  },
  "create-lacks-required": {
    severity: "warning",
    explanation:
      "An effect creates a record without a required field, which no default or other effect fills in, so the change would be refused every time, or takes its value from a field that can be empty, and is refused while it is. Set the field in the statement, give it a default, or write `when F is given`.",
  },
  "create-against-rule": {
    severity: "warning",
    explanation:
      "An effect creates a record with fixed values that a rule of point 5 forbids, so whatever leads to it is refused every time. Set another value in the statement, or change the rule.",
  },
  "field-never-set": {
    severity: "warning",
    explanation:
      "A field that nobody and nothing sets stays empty: point 6 lets no role set it, and there is no default, no effect and no initial record with a value for it. Conditions, screens and mails that read it find nothing. Grant the permission, set the field in an effect, or remove it.",
  },
  "required-never-filled": {
    severity: "warning",
    explanation:
      "A required field can never be filled in: it is read-only and no effect sets it, or point 6 lets nobody who creates the record set it. Such a record could never be created. Grant the permission, add a default, or set the field in an effect.",
  },
  "required-of-person": {
    severity: "error",
    explanation:
      "Users are created with a name and an email address only: by invitation, registration, single sign-on, and for the first Owner. With another required field nobody could be added. Add a default, set the field in `On create`, or require it later with a rule in point 5.",
  },
  "owned-list-twice": {
    severity: "error",
    explanation:
      "A whole and its parts are connected by one reference and one list, but here two fields could be that reference or list. Keep one, and make the other a computed field or a reference to another entity.",
  },
  "part-circle": {
    severity: "error",
    explanation:
      "A part is created, changed and deleted together with its whole. Here the whole is itself a part of the part, directly or through other entities, so none of them could be created first. Remove `part of` from one of them.",
  },
} as const satisfies Record<string, Entry>;
