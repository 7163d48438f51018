/** Who may act: an entry of the cell Who. */
import { defineForms } from "../patterns/form.ts";

export const whoForms = defineForms({
  place: "who may act",
  title: "Who may act",
  point: 4,
  forms: {
    own: {
      pattern: "[{role}] own [where {condition}]",
      variants: [
        "[any|every|each|all] {role} [for] [only] [its|their] own [only|ones|record(s)] [where/if/when/with {condition}]",
        "[only] [its|their] own [only] [{role}] [where/if/when/with {condition}]",
      ],
      means: "A person with ROLE whose own the record is, if CONDITION holds.",
      example: "Borrower own",
    },
    "not own": {
      pattern: "[{role}] not own [where {condition}]",
      variants: ["[any|every|each|all] [{role}] [but|if|who is] not [their|his|her|its] own [where/if/when/with {condition}]"],
      means: "A person with ROLE whose own the record isn't, if CONDITION holds.",
      example: "Staff not own",
    },
    "not named": {
      pattern: "[{role}] not {named} [where {condition}]",
      variants: ["[any|every|each|all] [{role}] (not|unless|if not|where not) {named} [where/if/when/with {condition}]"],
      means: "A person with ROLE, if the condition of point 6 called NAMED doesn't hold.",
      example: "Reviewer not conflicted",
    },
    named: {
      pattern: "[{role}] {named} [where {condition}]",
      variants: ["[any|every|each|all] [{role}] [if|where|when] {named} [where/if/when/with {condition}]"],
      means: "A person with ROLE, if the condition of point 6 called NAMED holds.",
      example: "Reviewer conflicted",
    },
    "member of": {
      pattern: "{role} in {people}",
      variants: ["[any|every|each|all] {role} (in|among|of|who is in|who is one of) [its|the|their] {people}"],
      means: "A person with ROLE who is in the list PEOPLE of the record, or in that field.",
      example: "Point volunteer in point.volunteers",
    },
    role: {
      pattern: "{role} [where {condition}]",
      variants: ["[any|every|each|all] {role} [only] [where/if/when/with {condition}]", "where/if/when/with {condition}"],
      means: "A person with ROLE, if CONDITION holds.",
      example: "Approver where `amount < 500`",
    },
  },
});
