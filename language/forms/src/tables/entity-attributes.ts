/** What the attributes Deleting, Erasing, History, Comments and When … is deleted of an entity can say. */
import { defineForms } from "../patterns/form.ts";

export const deletingForms = defineForms({
  place: "a value of Deleting",
  title: "Deleting",
  point: 3,
  forms: {
    "never allowed while": {
      pattern: "not allowed while {condition}",
      variants: [
        "not allowed when/if/where {condition}",
        "forbidden/refused/blocked while/when/if {condition}",
        "not possible while/when/if {condition}",
        "not while/when/if {condition}",
        "never while/when/if {condition}",
        "no while/when/if {condition}",
        "can't/cannot be deleted while/when/if/once {condition}",
      ],
      means: "A record can't be deleted while CONDITION holds.",
      example: "not allowed while open",
    },
    "only while": {
      pattern: "only while {condition}",
      variants: [
        "[allowed|possible] only while/when/if/where/as [long as] {condition}",
        "allowed/possible/yes [,] [but] [only] while/when/if/where/as [long as] {condition}",
        "not allowed/possible [,] (save|except|unless|other) [than] [while/when/if/where/as] [long as] {condition}",
        "forbidden/never/no [,] (save|except|unless) [while/when/if/where/as] [long as] {condition}",
      ],
      means: "A record can be deleted only while CONDITION holds.",
      example: "only while it is a draft",
    },
    never: {
      pattern: "not allowed",
      variants: ["never [allowed]", "no", "forbidden", "not possible", "impossible", "disallowed", "nobody", "can't/cannot be deleted"],
      means: "Nobody can delete a record.",
      example: "not allowed",
    },
    archives: {
      pattern: "archives",
      variants: ["archive", "archived", "archive/archives it/them", "is/are archived [instead]", "archives instead"],
      means: "A record that is deleted stays, and no list shows it.",
      example: "archives",
    },
    allowed: {
      pattern: "allowed",
      variants: ["always [allowed]", "yes", "possible"],
      means: "Whoever has the right in point 6 can delete a record, as without this line.",
      example: "allowed",
    },
  },
});

export const erasingForms = defineForms({
  place: "a value of Erasing",
  title: "Erasing",
  point: 3,
  forms: {
    "refused while": {
      pattern: "refused [with {code}] while {condition}",
      variants: [
        "refused/forbidden/blocked [with/by {code}] while/when/if/as [long as] {condition}",
        "refused while/when/if {condition} , else/otherwise/with {code}",
        "not allowed while/when/if {condition} [, else/otherwise/with {code}]",
        "not while/when/if {condition} [, else/otherwise/with {code}]",
        "{code} while/when/if {condition}",
      ],
      means: "The personal data of a record isn't erased while CONDITION holds; the refusal has CODE.",
      example: "refused with OPEN_ORDERS while `open`",
    },
    "not before": {
      pattern: "not before {moment} [, else {code}]",
      variants: [
        "not before/until {moment} [, else/otherwise/with {code}]",
        "refused [with/by {code}] before/until {moment}",
        "only after/from {moment} [, else/otherwise/with {code}]",
        "earliest [at|on] {moment} [, else/otherwise/with {code}]",
      ],
      means: "The personal data of a record isn't erased before MOMENT; the refusal has CODE.",
      example: "not before `closed on + 10 years`",
    },
  },
});

export const historyForms = defineForms({
  place: "a value of History",
  title: "History",
  point: 3,
  forms: {
    kept: { pattern: "kept", variants: ["yes", "on", "keep", "is kept"], means: "Each change of a record is kept, as without this line.", example: "kept" },
    "not kept": {
      pattern: "not kept",
      variants: ["no", "none", "nothing", "off", "disabled", "isn't kept/stored", "is not kept/stored", "not stored/recorded"],
      means: "Changes of records aren't kept.",
      example: "not kept",
    },
  },
});

export const commentForms = defineForms({
  place: "a value of Comments",
  title: "Comments",
  point: 3,
  forms: {
    allowed: {
      pattern: "yes",
      variants: ["allowed", "on", "enabled", "everyone/everybody", "all readers", "everyone/everybody/anyone/whoever who/that (may|can) read it", "whoever may/can read it"],
      means: "Whoever is signed in and may read a record reads its comments and writes their own.",
      example: "yes",
    },
    "not allowed": {
      pattern: "no",
      variants: ["not allowed", "none", "off", "disabled", "nobody", "not possible"],
      means: "Records have no comments, as without this line.",
      example: "no",
    },
  },
});

export const whenDeletedForms = defineForms({
  place: "what happens to the record then",
  title: "When … is deleted",
  point: 3,
  forms: {
    forbid: {
      pattern: "forbid",
      variants: ["forbidden", "not allowed", "refuse", "refused", "restrict"],
      means: "A record that others refer to can't be deleted, as without this line.",
      example: "forbid",
    },
    "delete too": {
      pattern: "delete too",
      variants: ["delete it/this [too|as well]", "also delete/deleted", "deleted too", "cascade", "it/this is deleted [too|as well]", "delete as well"],
      means: "The record is deleted together with the one to which it refers.",
      example: "delete too",
    },
    "empty it": {
      pattern: "empty it",
      variants: ["empty", "emptied", "is emptied", "empty the field", "set null", "set to null", "leave empty", "becomes empty", "clear it"],
      means: "The field becomes empty.",
      example: "empty it",
    },
  },
});
