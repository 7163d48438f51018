/** Diagnostics of point 6: roles, conditions, `Never:` lines and the matrix. */
import type { Entry } from "./entry.ts";

export const rolesCatalogue = {
  "no-role": {
    severity: "warning",
    explanation:
      "Point 6 has paragraphs but names no role and grants nothing, so only the Owner may do anything. Paragraphs are prose. Write a bullet for each role, and what the roles may do in a matrix or in bullets such as `- Members may read Boats`.",
  },
  "unknown-role": { severity: "error", explanation: "Point 6 has no role with this name. Use the name of a role, or add the role to point 6." },
  "unknown-verb": {
    severity: "error",
    explanation: "The cell grants something unknown. A cell of the matrix grants create, read, update, delete, history, all, or actions of the entity.",
  },
  "unknown-condition": {
    severity: "error",
    explanation: "The condition of the grant is not understood, so nothing would be granted. Write `own`, `while STATE` or where `…`, or the name of a condition.",
  },
  "unreadable-never": {
    severity: "error",
    explanation:
      "The `Never:` line is not understood. It says who never does what to which records: `Never: a Reviewer reads a Paper: authors`, `Never: anyone reads or updates a conflicted Paper`.",
  },
  "unreadable-right": {
    severity: "error",
    explanation:
      "The bullet says what somebody may do, and isn't understood or has no effect. It names the roles, the verbs or actions, and the entity: `Clerks may create and read Loans`, `A Clerk may update own Loans while open`.",
  },
  "doubled-condition": {
    severity: "error",
    explanation: "The entity has two conditions with the same name. Remove one of them, or rename it.",
  },
  "condition-circle": {
    severity: "error",
    explanation: "A named condition is defined by itself, directly or through other conditions. Write out one of the conditions.",
  },
  "no-own": {
    severity: "error",
    explanation: "`own` is used for an entity, but no `Own:` line says who owns its records. Add one, such as `Own: a Loan is its borrower's.`",
  },
  "not-a-person": { severity: "error", explanation: "`Own:` must lead to the person who owns the record. Name a field that refers to a User or to a list of Users." },
  "screen-for-disagrees": {
    severity: "error",
    explanation: 'A `Screen "…"` row and the screen\'s For name different people. They must agree: change one of the two lines, or remove one of them.',
  },
  "role-circle": {
    severity: "error",
    explanation: "The roles include each other, directly or through other roles, so they would all be the same role. Remove one of the inclusions.",
  },
  "unusable-grant": {
    severity: "warning",
    explanation:
      "Point 6 grants something that nobody with the role can use: the record may not be read, the action is given to others, or another line forbids it. Grant what is missing, or remove the right.",
  },
  "left-out-but-granted": {
    severity: "error",
    explanation:
      "A sentence grants a right without some fields, and another line gives the same people the right with them. Rights add up, so the fields would not be left out. Leave them out in the other line too, or forbid them with `Never:`.",
  },
  "limit-without-effect": {
    severity: "warning",
    explanation:
      "A line limits what a role may do to some records, such as `own`, and the same right without the limit comes from a role that it includes, or from `everyone`. Rights add up, so the limit has no effect. Limit the other one too, or remove this one.",
  },
  "roles-by-owner": {
    severity: "hint",
    explanation: "`all` on User covers the fields of the record. Roles and access to the product are changed by the Owner only. Ignore this hint if you know that.",
  },
  "own-of-others": {
    severity: "warning",
    explanation:
      "A screen or a right is for the reader's own records, but the field that names the owner refers to a User with another role, so people with this role never have any. Change the role, or select other records.",
  },
  "never-across-roles": {
    severity: "hint",
    explanation:
      "A `Never:` line forbids something to a role that is granted nothing of the kind. It concerns only people who have another role as well, because `Never:` outranks every grant. Or it forbids something to a role that others include: people with these lose it too, although point 6 grants it to them. Write `except a ROLE` at its end, or ignore this if you intend it.",
  },
  "no-bearer": {
    severity: "error",
    explanation:
      "`bearer` is the person who opens a secret link, and the entity has no such link. Add a field of type `secret link to SCREEN`, or leave the cell of the column `bearer` empty.",
  },
  "reveals-field": {
    severity: "hint",
    explanation:
      "A computed field that a role may read, or an error that the role may receive, reveals something about a field that the role may not read. Give the computed field a row of its own in point 6, or remove the hidden field from the rule. Ignore this hint if you intend it.",
  },
} as const satisfies Record<string, Entry>;
