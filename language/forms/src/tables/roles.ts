/** What the lines of point 6 around the matrix can say. */
import { defineForms } from "../patterns/form.ts";

export const ownForms = defineForms({
  place: "an owner",
  title: "Own",
  point: 6,
  forms: {
    self: {
      pattern: "{entity} is themselves",
      variants: [
        "[and] [every/each/any] {entity} is/are themselves/themself/itself/himself/herself",
        "[and] [every/each/any] {entity} is/are their/its own",
        "[and] [every/each/any] {entity} owns/own themselves/themself/itself",
        "[and] [every/each/any] {entity} belongs/belong to themselves/themself/itself",
      ],
      means: "A record of ENTITY is its own owner; ENTITY is User.",
      example: "a User is themselves",
    },
    path: {
      pattern: "{entity} is {owners}",
      variants: [
        "[and] [every/each/any] {entity} is/are {owners}",
        "[and] [every/each/any] {entity} belongs/belong to {owners}",
        "[and] [every/each/any] {entity} is/are owned by {owners}",
        "[and] [every/each/any] {entity} (is/are that|is/are those) of {owners}",
        "[and] [the] owner/owners of [every/each/any] {entity} is/are {owners}",
        "[and] {owners} owns/own [every/each/any/the] {entity}",
        "{entity} (->|=>|→) {owners}",
        "[and] [every/each/any/the] {entity} whose {owners} is/are me/them/themselves",
        "[and] [every/each/any/the] {entity} where/when/if [its/their/the] {owners} (is|are|=) me",
      ],
      means: "A record of ENTITY belongs to the people to whom its fields lead.",
      example: "a Loan is its borrower's",
    },
  },
});

export const namedConditionForms = defineForms({
  place: "a named condition",
  title: "Named conditions",
  point: 6,
  forms: {
    named: {
      pattern: "{entity} is {name} when {condition}",
      variants: ["[every/each/any] {entity} is/are/counts/count [as|called|said to be] {name} [exactly/only] when/if/where/while [:] {condition}"],
      means: "NAME is a condition on the records of ENTITY, which cells, Who, screens and expressions can use.",
      example: "a Paper is conflicted when `me in reviewers`",
    },
  },
});

export const neverForms = defineForms({
  place: "a `Never:` line",
  title: "Never",
  point: 6,
  forms: {
    records: {
      pattern: "{roles} {deeds} [{kind}] {entity} [{limits}] [except {exceptions}]",
      variants: [
        "[no] {roles} [may|can|cannot|can't|must|mustn't|should|shall|will|do|does|don't|doesn't|is [not] allowed to|are [not] allowed to] [not] [never/ever] {deeds} [any/every/each/all] [{kind}] {entity} [{limits}] [,] [(except|unless|but not|apart from|other than) {exceptions}]",
        "[any/every/each/all] [{kind}] {entity} [{limits}] [may|can|must|should|shall] [is/are/be/not/never] {deeds} by [any/every] {roles} [,] [(except|unless|but not) {exceptions}]",
      ],
      means: "People with the roles never do this to a record of ENTITY, whatever else is granted.",
      example: "anyone updates a conflicted Paper",
    },
    around: {
      pattern: "{roles} {begin} [{kind}] {entity} {rest} [{limits}] [except {exceptions}]",
      variants: [
        "[no] {roles} [may|can|cannot|can't|must|mustn't|should|shall|will|do|does|don't|doesn't|is [not] allowed to|are [not] allowed to] [not] [never/ever] {begin} [any/every/each/all/the/a/an] [{kind}] {entity} {rest} [{limits}] [,] [(except|unless|but not|apart from|other than) {exceptions}]",
      ],
      means: "The same for an action whose name stands around the records: BEGIN and REST are its name.",
      example: "anyone takes a Paper out of service",
    },
    fields: {
      pattern: "{roles} {deeds} [{kind}] {entity}: {fields} [{limits}] [except {exceptions}]",
      variants: [
        "[no] {roles} [may|can|cannot|can't|must|mustn't|should|shall|will|do|does|don't|doesn't|is [not] allowed to|are [not] allowed to] [not] [never/ever] {deeds} [any/every/each/all] [{kind}] {entity} : {fields} [{limits}] [,] [(except|unless|but not|apart from|other than) {exceptions}]",
        "[no] {roles} [may|can|cannot|can't|must|mustn't|should|shall|will|do|does|don't|doesn't|is [not] allowed to|are [not] allowed to] [not] [never/ever] {deeds} [the] {fields} of [any/every/each/all/the] [{kind}] {entity} [{limits}] [,] [(except|unless|but not|apart from|other than) {exceptions}]",
        "[no] {roles} [may|can|must|should|shall] [not] [never/ever] {deeds} [any/every/each/all] {entity} {fields} [{limits}] [,] [(except|unless|but not) {exceptions}]",
        "{fields} of [any/every/each/all] [{kind}] {entity} [{limits}] [may|can|must|should|shall] [is/are/be/not/never] {deeds} by [any/every] {roles} [,] [(except|unless|but not) {exceptions}]",
      ],
      means: "The same for single fields, or for the history.",
      example: "a Reviewer reads a Paper: authors",
    },
    "records by others": {
      pattern: "anyone but {others} {deeds} [{kind}] {entity} [{limits}]",
      variants: [
        "(anyone|anybody|everyone|everybody|nobody|no one) (but|except|except for|other than|apart from) {others} [may|can|must|shall|does|is allowed to] [never/ever] {deeds} [any/every/each/all] [{kind}] {entity} [{limits}]",
      ],
      means: "People without one of these roles never do this.",
      example: "anyone but a Clerk deletes a Loan",
    },
    "fields by others": {
      pattern: "anyone but {others} {deeds} [{kind}] {entity}: {fields} [{limits}]",
      variants: [
        "(anyone|anybody|everyone|everybody|nobody|no one) (but|except|except for|other than|apart from) {others} [may|can|must|shall|does|is allowed to] [never/ever] {deeds} [any/every/each/all] [{kind}] {entity} : {fields} [{limits}]",
        "(anyone|anybody|everyone|everybody|nobody|no one) (but|except|except for|other than|apart from) {others} [may|can|must|shall|does|is allowed to] [never/ever] {deeds} [the] {fields} of [any/every/each/all/the] [{kind}] {entity} [{limits}]",
      ],
      means: "The same for single fields, or for the history.",
      example: "anyone but a Clerk reads a Loan: purpose",
    },
  },
});

export const grantForms = defineForms({
  place: "a right",
  title: "Rights in words",
  point: 6,
  forms: {
    records: {
      pattern: "{roles} may {deeds} [{kind}] {entity} [{limits}] [except {exceptions}]",
      variants: [
        "[{roles}] [may|can|is allowed to|are allowed to] {deeds} [any/every/each/all/the] [of] [{kind}] {entity} [{limits}] [,] [(except|unless|but not) {exceptions}]",
        "[any/every/each/all] [{kind}] {entity} (may|can) be {deeds} by [any/every] {roles} [{limits}] [,] [(except|unless|but not) {exceptions}]",
      ],
      means: "People with the roles may do this to records of ENTITY, as a cell of the matrix grants it.",
      example: "a Clerk may create and read Loans",
    },
    around: {
      pattern: "{roles} may {begin} [{kind}] {entity} {rest} [{limits}] [except {exceptions}]",
      variants: [
        "[{roles}] [may|can|is allowed to|are allowed to] {begin} [any/every/each/all/the/a/an] [of] [{kind}] {entity} {rest} [{limits}] [,] [(except|unless|but not) {exceptions}]",
      ],
      means: "The same for an action whose name stands around the records: BEGIN and REST are its name.",
      example: "a Clerk may take Loans out of service",
    },
    fields: {
      pattern: "{roles} may {deeds} [{kind}] {entity}: {fields} [{limits}] [except {exceptions}]",
      variants: [
        "[{roles}] [may|can|is allowed to|are allowed to] {deeds} [any/every/each/all/the] [of] [{kind}] {entity} : {fields} [{limits}] [,] [(except|unless|but not) {exceptions}]",
        "[{roles}] [may|can|is allowed to|are allowed to] {deeds} [any/every/each/all/the] [of] [{kind}] {entity} {limits} : {fields}",
        "[{roles}] [may|can|is allowed to|are allowed to] {deeds} [the] {fields} of [any/every/each/all/the] [{kind}] {entity} [{limits}] [,] [(except|unless|but not) {exceptions}]",
      ],
      means: "The same for single fields.",
      example: "a Clerk may read Loans: notes",
    },
  },
});
