/** How a decision by several people is written after `ACTION is decided by:`: its cases, its steps and its options. */
import { defineForms } from "../patterns/form.ts";

export const decisionCaseForms = defineForms({
  place: "who decides",
  title: "Cases of a decision",
  point: 4,
  forms: {
    when: {
      pattern: "{steps} when {condition}",
      variants: ["{steps} when/if/where {condition}", "{steps} as long as {condition}", "when/if {condition} : {steps}"],
      means: "STEPS decide if CONDITION holds and no case before it does.",
      example: "Clerk when total <= 500 EUR",
    },
    otherwise: {
      pattern: "{steps} otherwise",
      variants: ["otherwise/else [:] {steps}", "{steps} else", "{steps} in all other cases", "in all other cases [:] {steps}"],
      means: "STEPS decide if no case before it applies.",
      example: "Manager then Director otherwise",
    },
  },
});

export const decisionStepForms = defineForms({
  place: "a step of a decision",
  title: "Steps of a decision",
  point: 4,
  forms: {
    any: {
      pattern: "any {number} of {people}",
      variants: [
        "any {number} of {people}",
        "at least {number} of {people}",
        "{number} [different] of {people}",
        "{number} [different] {people}",
        "any/at least {number} {people}",
        "{number} people of {people}",
      ],
      means: "NUMBER of PEOPLE must say yes.",
      example: "any 2 of (Manager, Caretaker)",
    },
    one: {
      pattern: "any of {people}",
      variants: ["any/one [one] [of] {people}", "any/one person of {people}"],
      means: "One of PEOPLE must say yes.",
      example: "any of Manager",
    },
    all: {
      pattern: "all of {people}",
      variants: ["all/each/everyone [of] {people}", "every/both {people}", "all people of/in {people}"],
      means: "All of PEOPLE must say yes.",
      example: "all of panel.members",
    },
    majority: {
      pattern: "majority of {people}",
      variants: ["majority/most of {people}", "more than half of {people}", "majority of all {people}"],
      means: "More than half of PEOPLE must say yes.",
      example: "majority of panel.members",
    },
  },
});

export const decisionOptionForms = defineForms({
  place: "part of a decision",
  title: "Options of a decision",
  point: 4,
  forms: {
    notBy: {
      pattern: "not by {people}",
      variants: ["[and|but] not/never by {people}", "[and|but] not {people}", "[but] excluding/without {people}", "[but] except [by] {people}"],
      means: "PEOPLE can't vote.",
      example: "not by visits.visitor",
    },
    refused: {
      pattern: "refused by {votes} [as {action}]",
      variants: ["[and] refused/rejected by {votes} [as/with {action}]"],
      means: "One no, or a majority of noes, refuses it, and ACTION runs.",
      example: "refused by any as Reject",
    },
    reminded: {
      pattern: "reminded after {duration}",
      variants: ["[and] reminded [again] after {duration}", "[and] [with] reminder/reminders [sent] after {duration}", "[and] remind/reminds [them] after {duration}"],
      means: "After DURATION, the people who haven't voted get a mail.",
      example: "reminded after 2 working days",
    },
    lapses: {
      pattern: "lapses after {duration} [as {action}]",
      variants: ["[and] lapses/lapse/expires/lapsing after {duration} [as/with {action}]", "[and] after {duration} lapses/expires [as/with {action}]"],
      means: "If it isn't decided after DURATION, ACTION runs. Without one, the votes are discarded and the record stays as it is.",
      example: "lapses after 10 working days as Let lapse",
    },
    again: {
      pattern: "starts again when {fields} changes",
      variants: ["[and] starts/begins again/over when/if {fields} [changes/change]", "[and] restarts/starts when/if {fields} [changes/change]"],
      means: "All votes are discarded when one of FIELDS changes.",
      example: "starts again when amount changes",
    },
    quorum: {
      pattern: "quorum {number}",
      variants: ["[and] [with] quorum [of|is|:] {number} [votes/people]", "[and] at least {number} votes", "{number} must vote"],
      means: "Nothing is decided before NUMBER people have voted.",
      example: "quorum 3",
    },
    abstentions: {
      pattern: "abstentions allowed",
      variants: ["[and] [with] abstentions/abstention [are|is] [allowed|possible|permitted]", "[and] may/can abstain", "[and] abstaining allowed"],
      means: "A vote is yes, no or an abstention.",
      example: "abstentions allowed",
    },
    tieRefused: {
      pattern: "at a tie refused",
      variants: ["[and] at/on/in/with tie [it is|is] refused/rejected", "[and] tie [is] refused/rejected", "[and] in case of tie refused/rejected", "[and] tie refuses [it]"],
      means: "A tie refuses it.",
      example: "at a tie refused",
    },
    tieBy: {
      pattern: "at a tie {person}",
      variants: [
        "[and] at/on/in/with tie {person} [decides]",
        "[and] in case of tie {person} [decides]",
        "[and] {person} decides/breaks [at|on|in] [a] tie",
        "[and] casting vote [by|of|for] {person}",
      ],
      means: "PERSON decides at a tie.",
      example: "at a tie chair",
    },
    including: {
      pattern: "including {people}",
      variants: ["[and] including [at least] {people}", "[and] among them [at least] {people}"],
      means: "PEOPLE must be among those who say yes.",
      example: "including a Manager",
    },
  },
});
