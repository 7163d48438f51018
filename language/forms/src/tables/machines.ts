/** The lines of a state machine outside of its table, and what triggers a transition by itself. */
import { defineForms } from "../patterns/form.ts";

export const machineForms = defineForms({
  place: "an attribute of a state machine",
  title: "Attributes of a state machine",
  point: 4,
  forms: {
    starts: {
      pattern: "Starts as: {start}",
      variants: [
        "starts/start/begins as/in/with [:] {start}",
        "[new] [records|ones|it|they] start/begin/starts/begins as/in/with [:] {start}",
        "start/initial/first/default state(s) [is] [:] {start}",
        "start/initial/begin/first : {start}",
      ],
      means: "A new record is in the state START.",
      example: "Starts as: open",
    },
    ends: {
      pattern: "Ends as: {states}",
      variants: [
        "[it|they] ends/end as/in/with [:] {states}",
        "end/final/last/terminal/closed/closing/finished state(s) [is|are] [:] {states}",
        "end/final/last/finished : {states}",
      ],
      means: "STATES are final: `any` in From leaves them out.",
      example: "Ends as: back, refused",
    },
    endless: {
      pattern: "No end state",
      variants: ["no end/final/last state(s)", "[it|they] never ends/end", "[there is|there are] no end/final state(s)"],
      means: "No state is final.",
      example: "No end state",
    },
    asks: {
      pattern: "{actions} asks for: [{fields}]",
      variants: [
        "{actions} [:] asks/ask for [:] [{fields}]",
        "{actions} asks/ask/needs/requires : [{fields}]",
        "on/for {actions} [,] ask/asks for [:] [{fields}]",
        "{actions} prompts/prompt for [:] [{fields}]",
        "{actions} needs/need/requires/require [:] {fields:stated input}",
        "{actions} asks/ask [:] {fields:typed input}",
        "input/inputs/form of/for {actions} : [{fields}]",
      ],
      means: "Whoever runs one of ACTIONS fills in FIELDS.",
      example: "Refuse asks for: reason: long text, required",
    },
    confirms: {
      pattern: "{actions} confirms: {question}",
      variants: [
        "{actions} [:] confirms/confirm [with] [:] {question}",
        "{actions} asks/ask [:] {question:question in quotation marks}",
        "{actions} asks/ask to confirm [with] : {question}",
        "{actions} must be confirmed [with] [:] {question}",
        "{actions} (has|have|needs|need) to be confirmed [with] : {question}",
        "{actions} asks/ask for [a] confirmation [with] [:] {question}",
        "confirmation of/for {actions} [:] {question}",
        "for {actions} , confirm/ask [:] {question}",
        "confirm {actions} [with] : {question}",
        "before {actions} [,] ask/confirm [:] {question}",
        "{actions} requires/require/needs/need [a] confirmation [with] : {question}",
      ],
      means: "Before one of ACTIONS happens, the person confirms QUESTION.",
      example: "Record death confirms: This can't be undone. Are you sure?",
    },
    decided: {
      pattern: "{actions} is decided by: {decision}",
      variants: [
        "{actions} [:] [is|are|must be|has to be|is to be] decided/approved by [:] [{decision}]",
        "{actions} needs/requires approval/approvals/yes/consent/agreement of/by/from [:] {decision}",
        "{actions} needs/requires [:] {decision:number of people}",
        "who decides [on] {actions} [:] {decision}",
        "decision on {actions} [:] {decision}",
      ],
      means: "ACTIONS happen when the people of DECISION have said yes.",
      example: "Approve is decided by: any 2 of Manager, refused by any as Reject",
    },
    option: {
      pattern: "{actions}: {option:option of a decision}",
      variants: ["{actions} [:] [is|are|it is] {option:option of a decision}", "decision on {actions} [:] [is] {option:option of a decision}"],
      means: "OPTION is an option of the decision on ACTIONS, like those behind `decided by`.",
      example: "Approve: reminded after 2 days",
    },
    does: {
      pattern: "{group} does: {statements}",
      variants: ["{group} does/means/is [short for] [the following] : {statements}", "to {group} : {statements}"],
      means: "Gives STATEMENTS a name that rows can use.",
      example: "Note it does: set tool.last lent = today()",
    },
    was: {
      pattern: "{state}: was {former}",
      variants: ["{state} [:] was [formerly|called|named] [:] {former}", "{state} [:] formerly [called|named] [:] {former}"],
      means: "The records in the states FORMER move to STATE.",
      example: "back: was returned, lapsed",
    },
    colours: {
      pattern: "Colours: {colours}",
      variants: ["[state] colours/colors [of [the] states] [are] : {colours}", "state colour/color : {colours}"],
      means: "Every screen shows the states of COLOURS in these colours: grey, blue, amber, green, red, teal, purple or pink.",
      example: "Colours: overdue red, back grey",
    },
  },
});

export const triggerForms = defineForms({
  place: "an automatic trigger",
  title: "Automatic triggers",
  point: 4,
  forms: {
    after: {
      pattern: "after {duration} [past {moment}]",
      variants: [
        "after {duration} [past/after/since/from {moment}]",
        "{duration} past/after/since/from {moment}",
        "{duration} later",
        "once/when/after {duration} have/has passed",
      ],
      means: "DURATION after the record enters the state, or after MOMENT.",
      example: "after 2 working days past due on",
    },
    before: {
      pattern: "{duration} before {moment}",
      variants: ["at/on {duration} before {moment}", "{duration} ahead of {moment}", "{duration} earlier than {moment}", "{duration} prior to {moment}"],
      means: "DURATION before MOMENT.",
      example: "2 hours before starts at",
    },
    at: {
      pattern: "at {moment}",
      variants: ["at/on {moment}", "when/once {moment} comes/arrives", "when/once {moment} has come/arrived", "when/once {moment} is reached"],
      means: "At MOMENT; a date begins at 00:00.",
      example: "at ends on + 1 day",
    },
    passed: {
      pattern: "when {moment} has passed",
      variants: [
        "when/once/if {moment} has passed",
        "when/once/if {moment} passed/passes/elapses",
        "when/once/if {moment} is over/past/gone",
        "as soon as {moment} has passed",
        "as soon as {moment} is over/past",
      ],
      means: "When MOMENT is over: a date at the end of that day.",
      example: "when starts at has passed",
    },
    when: {
      pattern: "when {condition}",
      variants: ["when/once/if/whenever {condition}", "as soon as {condition}"],
      means: "As soon as CONDITION holds.",
      example: "when tool.times lent > 100",
    },
  },
});

export const guardForms = defineForms({
  place: "a guard",
  title: "Guards",
  point: 4,
  forms: {
    guard: {
      pattern: "{condition} [, else {code}]",
      variants: [
        "[only] (when|if|where|while|provided that|provided|as long as|so long as|on condition that) {condition:plain} [[,|;] [or] (else|otherwise) [stop|refuse|fail|refused] [with] [error] {code}]",
        "{condition} [,|;] [or] (else|otherwise) [stop|refuse|fail|refused] [with] [error] {code}",
      ],
      means: "The action is possible only if CONDITION holds; otherwise it is refused with CODE.",
      example: "from <= today(), else TOO_EARLY",
    },
    unless: {
      pattern: "unless {condition} [, else {code}]",
      variants: ["(unless|except when|except if|not if|not when|not while) {condition:plain} [[,|;] [or] (else|otherwise) [stop|refuse|fail|refused] [with] [error] {code}]"],
      means: "The action is possible only if CONDITION doesn't hold; otherwise it is refused with CODE.",
      example: "unless tool.broken, else IS_BROKEN",
    },
  },
});
