/** Diagnostics of point 2: routes, screens and what they show. */
import type { Entry } from "./entry.ts";

export const screensCatalogue = {
  "missing-title": { severity: "error", explanation: 'The attribute needs a title in quotation marks. Write it after the name, as in `Number "Out now": …`.' },
  "value-in-plain-text": {
    severity: "error",
    explanation: "The text is shown as it is written, so a value in braces would stand in it with its braces. Leave the value out, or show it as a `Number` of a dashboard.",
  },
  "duplicate-route": {
    severity: "error",
    explanation: "Two screens have the same route, so only one of them could be opened. Routes that differ only in the name of a parameter count as the same. Change one of them.",
  },
  "bad-route": {
    severity: "error",
    explanation: "The route is not valid. A route begins with `/`; between its slashes it has words, digits and hyphens, or a `:parameter`.",
  },
  "reserved-route": { severity: "error", explanation: "The product itself uses this address. Choose another route." },
  "duplicate-screen": {
    severity: "error",
    explanation: "Two screens have the same name, so a section about one of them is ambiguous. Give each screen its own name.",
  },
  "unknown-screen": {
    severity: "error",
    explanation: "The heading of the section is not the name of a screen in the table. Use the name of a screen.",
  },
  "unknown-kind": {
    severity: "error",
    explanation:
      "The cell doesn't describe a kind of screen. A screen shows a list, board, calendar, timeline, tree or report of an entity, the page of one record (the entity's name), a form, a dashboard or a page.",
  },
  "unknown-entity-shown": { severity: "error", explanation: "Point 3 has no entity with this name. Use the name of an entity, or add the entity to point 3." },
  "unknown-role-for": {
    severity: "error",
    explanation: "Point 6 has no role with this name. Use the name of a role, `everyone` for every signed-in user, or `anyone` for people who aren't signed in as well.",
  },
  "unknown-field-shown": { severity: "error", explanation: "The entity has no field with this name. Use the name of a field, or add the field to point 3." },
  "unknown-action-shown": { severity: "error", explanation: "The entity has no action with this name in point 4. Use the name of an action, or add the action to point 4." },
  "route-parameter": {
    severity: "error",
    explanation:
      "The parameters of the route don't fit the screen. The route of a record page has exactly one `:parameter`, which names a unique field or `id`. In the route of a form it names the record on which the action runs, or a record to which the new record refers. Routes of other screens have none.",
  },
  "unfilled-parameter": {
    severity: "error",
    explanation:
      "The route after saving has a parameter, but the saved record has no such value. A parameter is filled with a unique field of the saved record, or of a record to which it refers.",
  },
  "offered-action": {
    severity: "error",
    explanation:
      "The screen offers an action of another entity, but it isn't clear on which record it runs. Exactly one field must lead from one record to the other. Offer the action on the other record's page, or add a form screen for it.",
  },
  "unsuitable-field": { severity: "error", explanation: "A field of this type can't be used in this place. The message says which type is needed." },
  "not-a-path": { severity: "error", explanation: "A field is expected here, or a path to a field through references, such as `item.name`." },
  "unreadable-chart": {
    severity: "error",
    explanation: 'The chart is not understood. Write `bars of EXPRESSION by FIELD`, where the expression counts or adds up records: `count(Loan)`, `sum(Loan[state = "out"].fee)`.',
  },
  "report-groups-differ": {
    severity: "error",
    explanation: "The rows and columns in the section of a report differ from the groups in the table of screens. Use the same groups in both places.",
  },
  "unknown-target": { severity: "error", explanation: "No screen has this route or name. Use the route or the name of a screen in point 2." },
  "bad-picture": {
    severity: "error",
    explanation:
      "The picture is neither a web address nor a file name, or it is part of a sentence. Write an address that begins with `https://`, or the name of an image file next to the document, in a paragraph of its own.",
  },
  "not-a-form-screen": {
    severity: "error",
    explanation: "A page can contain the form of a screen that shows `form for …` and has no parameter in its route. Name such a screen, or link to the screen instead.",
  },
  "fields-and-steps": { severity: "error", explanation: "The form has both `Fields` and `Step`, but it can have only one of them. Move the fields into a step." },
  "form-lacks-required": {
    severity: "warning",
    explanation:
      "The form creates a record but doesn't ask for a required field, which no default or effect fills in. The form could never be saved. Add the field to the form, or give it a default.",
  },
  "screen-without-right": {
    severity: "warning",
    explanation:
      "The screen is for a role that may not read what it shows (or, for a form, may not create it), so the screen would be empty for that role. Grant the permission in point 6, or remove the role from For.",
  },
  "element-without-right": {
    severity: "warning",
    explanation:
      "A number, chart or list can never show anything to a role for which its screen is, because point 6 doesn't let the role read the records. Grant the permission, remove the role from For, or let a number or chart see everything.",
  },
  "call-without-right": {
    severity: "warning",
    explanation:
      "An offered call can never answer something to the people for whom it is, because point 6 doesn't let them read it. Grant the permission, change For, or add `Sees: everything`.",
  },
  "link-out-of-reach": {
    severity: "warning",
    explanation: "A mail, a page or a form leads to a screen that the people who get it can't open. Add their role to For of the screen, or link to another one.",
  },
  "no-link-to-screen": {
    severity: "error",
    explanation:
      "The page has no parameter in its route, so only a secret link of its record can open it, but no field is such a link. Add the field to point 3, or a parameter to the route.",
  },
  "form-out-of-reach": {
    severity: "warning",
    explanation:
      "The form is for a role that can never send it: the role may not run the action, may not read the records of a required reference, or may not create the parts for which the form asks. Change the permissions, or For.",
  },
  "sees-everything": {
    severity: "hint",
    explanation: "`Sees: everything` makes a value of all records. The hint lists the roles to which it discloses something about records that they may not read.",
  },
  "lost-screen": {
    severity: "hint",
    explanation:
      "The screen is not in the menu, and no list, action, link or other screen leads to it, so people can open it only by typing its address. Add it to the menu, link to it, or remove it.",
  },
} as const satisfies Record<string, Entry>;
