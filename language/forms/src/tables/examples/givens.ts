/** What a `Given` of an example can say. */
import { defineForms } from "../../patterns/form.ts";

export const givenForms = defineForms({
  place: "a Given",
  title: "Examples: Given",
  point: 0,
  forms: {
    clock: {
      pattern: "it is {moment}",
      variants: [
        "it is now {moment}",
        "it becomes/turns {moment}",
        "time/date/clock is/becomes/shows {moment}",
        "time/date/clock is now {moment}",
        "today is {moment}",
        "now is {moment}",
        "current date/time is {moment}",
        "we are at/on {moment}",
      ],
      means: "Sets the clock to MOMENT, in the product's time zone.",
      example: "It is 2026-03-01 09:00",
    },
    records: {
      pattern: "{things}",
      variants: ["there is/are {things}", "we have {things}"],
      means: "Creates THINGS directly, in the given state and with the given values. Rules aren't checked, except for unique values and `no overlap`.",
      example: 'Given an Item "Beamer" with daily fee 5',
    },
    role: {
      pattern: "{person} has role {role}",
      variants: ["{person} is {role}", "{person} , {role}"],
      means: "Creates the PERSON, who has the role ROLE.",
      example: 'Given "Ada" has the role Clerk',
    },
    roleBehindName: {
      pattern: "{bare person} , {role}",
      means: "Creates the BARE PERSON, whose name needs no quotation marks here, with the role ROLE.",
      example: "Given Ada, a Clerk",
    },
    roleBeforeName: {
      pattern: "{lone role} {bare person}",
      variants: ["{lone role} called/named {bare person}"],
      means: "Creates the BARE PERSON, who has the role LONE ROLE.",
      example: "Given a Clerk Ada",
    },
    answers: {
      pattern: "{call} answers {status} [with {content}]",
      variants: [
        "{call} responds/replies {status} [with {content}]",
        "{call} answers/responds/replies with [status] {status}",
        "{call} answers/responds/replies with [status] {status} and {content}",
        "{call} returns/gives [status] {status} [with {content}]",
      ],
      means: "Sets the response to CALL from now on.",
      example: "Given Charge fee answers 503",
    },
    silent: {
      pattern: "{call} doesn't answer",
      variants: [
        "{call} does not answer/respond/reply",
        "{call} doesn't respond/reply",
        "{call} never answers/responds/replies",
        "{call} times out",
        "{call} is silent/down/unreachable",
      ],
      means: "Sets that CALL gets no response from now on.",
      example: "Given Charge fee doesn't answer",
    },
  },
});
