/** The labels of an entity's attributes: what stands before the colon. */
import { defineForms } from "../patterns/form.ts";

export const entityLabelForms = defineForms({
  place: "an attribute of an entity",
  title: "Attributes of an entity",
  point: 3,
  forms: {
    "shown as": {
      pattern: "Shown as",
      variants: ["shown/displayed/known [as|by]", "display as", "display name/text/label"],
      means: "How people see a record: an expression or a text with `{expressions}`.",
      example: "Shown as",
    },
    unique: {
      pattern: "Unique",
      variants: ["unique together", "unique in combination", "unique as a pair", "unique key/combination/fields"],
      means: "No two records have the same values in these fields.",
      example: "Unique",
    },
    sort: {
      pattern: "Sort",
      variants: ["sort/sorted/order/ordered by", "sort/sorting order", "sorting", "default sort/order/sorting"],
      means: "The order of lists.",
      example: "Sort",
    },
    "locked while": {
      pattern: "Locked while",
      variants: ["locked when/if/once/in", "frozen while/when/if/once/in", "not changeable while/when/if", "can't/cannot be changed while/when/if/once"],
      means: "The states, or the condition, in which people can't change a record.",
      example: "Locked while",
    },
    deleting: { pattern: "Deleting", variants: ["deletion", "delete", "can't/cannot be deleted"], means: "Whether people can delete a record.", example: "Deleting" },
    erasing: { pattern: "Erasing", variants: ["erasure", "erase"], means: "What puts off the erasure of personal data.", example: "Erasing" },
    "when deleted": {
      pattern: "When {field} is deleted",
      variants: ["(when|if|once) [its] {field} is/gets deleted/removed", "on deletion of [its] {field}", "after deletion of [its] {field}"],
      means: "What happens when the record in FIELD is deleted.",
      example: "When item is deleted",
    },
    history: { pattern: "History", variants: ["change history", "change log"], means: "Whether changes are kept.", example: "History" },
    comments: { pattern: "Comments", variants: ["commenting", "discussion"], means: "Whether people can comment on records.", example: "Comments" },
    plural: { pattern: "Plural", variants: ["plural form/name"], means: "The plural of the entity's name.", example: "Plural" },
    was: { pattern: "Was", variants: ["formerly", "was called", "former name", "renamed from"], means: "The entity's former name.", example: "Was" },
    "initial records": {
      pattern: "Initial records",
      variants: ["initial/first/starting/sample/seed/existing/preloaded/demo records/data/values/content/entries", "records/data at the start"],
      means: "A table below it has the records of a new product.",
      example: "Initial records",
    },
    "on create": {
      pattern: "On create",
      variants: ["on/at/upon creation", "on creating", "when [it is] created", "after creation"],
      means: "Statements that run when a record is created.",
      example: "On create",
    },
    "on change": {
      pattern: "On change",
      variants: ["on [any] change/update", "on changes/changing/updating", "when [it is] changed/updated"],
      means: "Statements that run when a record is changed.",
      example: "On change",
    },
    "on change of": {
      pattern: "On change of {fields}",
      variants: [
        "on/upon change/changes/update of/to {fields}",
        "on changing/updating {fields}",
        "when/whenever {fields} changes/change",
        "when/whenever {fields} (is|are) changed/updated",
      ],
      means: "Statements that run when one of FIELDS gets another value.",
      example: "On change of due date",
    },
    "on entering": {
      pattern: "On entering {states}",
      variants: ["on/upon/when/after entering/reaching {states}", "on entry to/into {states}", "when/whenever it enters/becomes/reaches {states}"],
      means: "Statements that run when a record enters one of STATES.",
      example: "On entering out",
    },
    "on leaving": {
      pattern: "On leaving {states}",
      variants: ["on/upon/when/after leaving {states}", "on exit from {states}", "when/whenever it leaves {states}"],
      means: "Statements that run when a record leaves one of STATES.",
      example: "On leaving out",
    },
  },
});
