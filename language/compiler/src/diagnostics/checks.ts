/** What only the whole document shows, by code; spread into the compiler's catalogue. */
import type { Entry } from "./entry.ts";

export const catalogueWhole = {
  "form-lacks-required": {
    severity: "warning",
    explanation:
      "The form makes a record, but a field that is required, and that neither a default nor an effect fills in, isn't among its fields: it could never be saved. Add the field to the form, or give it a default.",
  },
  "screen-without-right": {
    severity: "warning",
    explanation:
      "A screen is for a role that point 6 doesn't let read (or, for a form, create) any of what it shows, so the role would find it empty. Grant it, or take the role out of For.",
  },
  "lost-screen": {
    severity: "hint",
    explanation:
      "The screen isn't in the menu, and no list, action, link or other screen opens it, so nobody would ever see it but by typing its address. Put it into the menu, lead to it, or take it out.",
  },
  "unused-role": {
    severity: "warning",
    explanation: "Point 6 names a role that may do nothing and see nothing: no grant, no Who, no screen, and no other role includes it. Give it a right, or take it out.",
  },
  "unused-entity": {
    severity: "warning",
    explanation:
      "Point 6 gives no role any right to the entity's records, and no screen, field, statement or expression uses them, so none will ever be made or seen. Give it a row in point 6, or take it out.",
  },
  "unused-link": {
    severity: "warning",
    explanation:
      "Whoever opens a secret link acts on its record as `bearer`, and point 6 grants neither `bearer` nor `anyone` anything of it, so the link opens nothing. Give `bearer` a column in point 6, or take the field out.",
  },
  "unused-condition": {
    severity: "warning",
    explanation: "Point 6 names a condition that no cell, no `Never:` line and no Who asks for, so it decides nothing. Use it like `own`, or take it out.",
  },
  "unused-own": {
    severity: "warning",
    explanation: "An `Own:` line says whose the entity's records are, and no cell, no `Never:` line and no Who says `own` of them, so it decides nothing. Use it, or take it out.",
  },
  "unused-calendar": {
    severity: "warning",
    explanation:
      "Point 9 has a calendar in which nothing is counted: no timer, no decision and no expression asks for its working days or hours. Count in it, or take it out with its holidays.",
  },
  "unused-effects": {
    severity: "warning",
    explanation: "`NAME does: …` gives statements a name, and no Then of the same machine says it, so they never happen. Write the name into a Then, or take the line out.",
  },
  "unused-input": {
    severity: "warning",
    explanation: "A function has a parameter, or a decision table a column, on which its result doesn't depend. Most often another name was meant in its place; else take it out.",
  },
  "unused-asked": {
    severity: "hint",
    explanation:
      "An action asks for something, or an offered call takes it, that no effect, rule, mail or answer reads. What is asked for is kept nowhere by itself, not in the history either, so it is lost. Let an effect keep it, say it in a mail, or ask for a field of the record; where only the asking matters, leave it.",
  },
  "rule-can-be-empty": {
    severity: "hint",
    explanation:
      "Where a field that the rule reads is empty, its condition comes out as neither yes nor no, and the rule then lets the record pass, as a check in a database does. Say which is meant: write `field = null or …` before the condition, or `field != null and …`.",
  },
  "total-can-be-empty": {
    severity: "hint",
    explanation:
      "A sum, mean, least or greatest value is made of a field that can be empty. As FEEL says, it is empty as soon as one of the values is: a total that leaves something out isn't the total. Take together only what is there, `sum(Job[pay != null].pay)`, make the field required, or say what stands for what is missing, `if pay = null then 0 else pay`.",
  },
  "rule-never-fails": {
    severity: "warning",
    explanation: "The rule holds for every value that its fields can take, because of their bounds or choices, so its error can never be raised. Mend the rule, or take it out.",
  },
  "rule-never-holds": {
    severity: "warning",
    explanation: "No value that the fields can take makes the condition hold, because of their bounds or choices: every change would be refused. Mend the condition or the bounds.",
  },
  "guard-never-holds": {
    severity: "warning",
    explanation:
      "No value that the fields can take makes the transition's condition hold in the state that it starts from, so the transition can never happen. Mend the condition, or take the row out.",
  },
  "create-lacks-required": {
    severity: "warning",
    explanation:
      "An effect makes a record and leaves out a field that is required, and that neither a default nor another effect fills in: whatever it belongs to would be refused each time. Give the field, or a default.",
  },
  "required-never-filled": {
    severity: "warning",
    explanation:
      "A field is required, and neither a person nor an effect can ever fill it in: it is read-only and nothing sets it, or point 6 lets nobody who creates the record set it. No such record could be made. Grant it, give it a default, or let an effect set it.",
  },
  "required-of-person": {
    severity: "error",
    explanation:
      "People are invited, register and come by single sign-on with a name and an email, and so does the product's first Owner: with a further required field nobody could be added, and the product couldn't start. Give the field a default, let `On create` set it, or let a rule of point 5 ask for it where it is needed.",
  },
  "owned-list-twice": {
    severity: "error",
    explanation:
      "A whole and its parts are joined by one reference and one list, and here two fields could be it. Keep one; make the other a computed field or a reference to something else.",
  },
  "part-circle": {
    severity: "error",
    explanation:
      "A part is made, changed and deleted with its one whole. Where the whole is in turn part of the part, directly or through others, none of them could ever be made first. Take `part of` away from one of them.",
  },
  "reveals-field": {
    severity: "hint",
    explanation:
      "A computed field that a role may read, or a rule whose error it can meet, shows something of a field that the role may not read. Give the computed field a row of its own in point 6, or say nothing of the hidden field in the error's message; where it is meant, leave it.",
  },
} as const satisfies Record<string, Entry>;
