/** What a `When` of an example can say. */
import { defineForms } from "../../patterns/form.ts";

export const eventForms = defineForms({
  place: "a When",
  title: "Examples: When",
  point: 0,
  forms: {
    passes: {
      pattern: "{delay} pass(es)",
      variants: [
        "{delay} go by",
        "{delay} goes by",
        "{delay} has/have passed",
        "{delay} later",
        "after {delay}",
        "another {delay} pass(es)",
        "after another {delay}",
        "we wait {delay}",
        "time moves/passes by {delay}",
      ],
      means: "Moves the clock forward by DELAY and runs everything that becomes due. Working days and hours are counted as timers count them.",
      example: "When 2 working days pass",
    },
    becomes: {
      pattern: "it becomes {moment}",
      variants: [
        "it is/turns {moment}",
        "it is now {moment}",
        "time/date/clock becomes/is/reaches/shows {moment}",
        "today is/becomes {moment}",
        "at/on/until {moment}",
        "{moment} comes/arrives",
      ],
      means: "Moves the clock forward to MOMENT and runs everything that becomes due on the way.",
      example: "When it becomes 2026-03-09 09:30",
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
      example: 'When Charge fee answers 201 with id "ch-1"',
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
      example: "When Charge fee doesn't answer",
    },
    received: {
      pattern: "{received} is received [with {content}]",
      variants: [
        "{received} comes/arrives [with {content}]",
        "{received} comes in [with {content}]",
        "{received} is/was/gets called/sent/requested/posted [with {content}]",
        "product/system receives {received} [with {content}]",
        "we receive {received} [with {content}]",
      ],
      means: "Another system sends the request RECEIVED with the body CONTENT. Its signature isn't checked.",
      example: 'When Telemetry is received with id "e1", km 700',
    },
    creates: {
      pattern: "{actor} creates {things} [confirming {codes}]",
      variants: [
        "{actor} creates {things} , confirming {codes}",
        "creates/adds {things} [[,] confirming {codes}]",
        "{actor} create/adds/add/enters/enter/records/record/makes/make {things} [[,] confirming {codes}]",
        "{actor} tries/attempts/wants to create/add/enter/record/make {things} [[,] confirming {codes}]",
      ],
      means: "ACTOR creates THINGS, with every check.",
      example: 'When Borrower "Bo" creates a Loan with item "Beamer"',
    },
    makes: {
      pattern: "{actor} {making} {things} [confirming {codes}]",
      variants: ["{actor} {making} {things} [[,] confirming {codes}]", "{actor} tries/attempts/wants to {making} {things} [[,] confirming {codes}]"],
      means: "ACTOR creates THINGS: books, registers, requests, reports, orders, plans them, and the like, where no action has this verb.",
      example: 'When Clerk "Ada" books an Appointment with doctor "Weiss"',
    },
    changes: {
      pattern: "{actor} changes {change} [confirming {codes}]",
      variants: [
        "changes/sets/updates {change} [[,] confirming {codes}]",
        "{actor} change/sets/set/updates/update/edits/edit/corrects/moves {change} [[,] confirming {codes}]",
        "{actor} tries/attempts/wants to change/set/update/edit/correct/move {change} [[,] confirming {codes}]",
        "{change} by {actor} [[,] confirming {codes}]",
      ],
      means: "ACTOR changes fields of a record, with every check.",
      example: 'When "Ada" changes end date of the Loan to 2026-03-09',
    },
    deletes: {
      pattern: "{actor} deletes {record} [confirming {codes}]",
      variants: [
        "deletes/removes {record} [[,] confirming {codes}]",
        "{actor} delete/removes/remove {record} [[,] confirming {codes}]",
        "{actor} tries/attempts/wants to delete/remove {record} [[,] confirming {codes}]",
      ],
      means: "ACTOR deletes RECORD, with every check.",
      example: 'When a Manager deletes Item "Beamer"',
    },
    acts: {
      pattern: "{actor} {act} [confirming {codes}]",
      variants: [
        "{act} [[,] confirming {codes}]",
        "{actor} {act} and confirms {codes}",
        "{actor} {act} (again|once more|a second time|a third time|too|also|as well)",
        "{actor} (also|then|now|again) {act} [[,] confirming {codes}]",
        "{actor} tries/attempts/wants to {act} (again|once more|a second time|a third time|too|also|as well)",
        "{actor} {act} despite {codes}",
        "{actor} tries/attempts/wants to {act} [[,] confirming {codes}]",
      ],
      means: "ACTOR runs an action of the document on a record, or creates a record by it. The action may stand in any form of its verb, also around the record.",
      example: 'When Caretaker "Cora" puts "Shadow" up for adoption',
    },
    actsOn: {
      pattern: "{actor} does {action} on {target}",
      variants: [
        "{actor} do/runs/run/performs/perform/executes/execute/triggers/uses/presses/clicks/chooses {action} on/for/of {target}",
        "{actor} tries/attempts/wants to do/run/perform/execute/use {action} on/for/of {target}",
      ],
      means: "ACTOR runs ACTION on the record TARGET, with what the action asks for.",
      example: "When a Clerk runs Approve on the Loan",
    },
    actsWith: {
      pattern: "{actor} does {action} [{input}]",
      variants: ["{actor} do/runs/run/performs/perform/executes/execute/uses {action} [{input}]"],
      means: "ACTOR runs ACTION with INPUT: on the record that the example spoke of last, or creating one.",
      example: "When a Clerk does Book with the Sailing, 2 passengers",
    },
    proposes: {
      pattern: "{actor} proposes {action} [on {target}]",
      variants: [
        "{actor} proposes/propose/suggests/suggest/requests/initiates/starts {action} [on/for/of {target}]",
        "{actor} proposes/suggests to {action} [on/for/of] [{target}]",
        "{actor} decides/votes [yes] for/on {action} [on/for/of {target}]",
      ],
      means: "ACTOR runs ACTION, on which several people decide. Without TARGET, it is the record that the example spoke of last.",
      example: 'When Examiner "Eva" proposes Grant',
    },
    agrees: {
      pattern: "{actor} agrees [with {target}]",
      variants: [
        "{actor} agree [to/with/on {target}]",
        "{actor} agrees to/on {target}",
        "{actor} votes/vote/says/say yes [to/on/for {target}]",
        "{actor} concurs/consents [with/to/in {target}]",
      ],
      means: "ACTOR says yes to the decision that is open on the record TARGET, or on the one that the example spoke of last.",
      example: 'When Committee member "Carl" agrees',
    },
    refuses: {
      pattern: "{actor} votes no [on {target}] [with {values}]",
      variants: [
        "{actor} vote/votes/voted/says/say/said/decides no [to/for/about/on {target}] [with {values}]",
        "{actor} votes/vote against {target} [with {values}]",
        "{actor} disagrees/disagree/dissents [with/on {target}]",
        "{actor} disagrees [with {target}] with {values}",
        "{actor} objects/object [to {target}] [with {values}]",
        "{actor} tries/attempts/wants to vote no [on {target}] [with {values}]",
      ],
      means:
        "ACTOR votes against the action that several people decide on the record TARGET, or on the one that the example spoke of last. VALUES are what the refusing action asks for.",
      example: 'When Committee member "Cora" votes no on the Permit',
    },
    refusesAction: {
      pattern: "{actor} votes no on {action} [of {target}] [with {values}]",
      variants: [
        "{actor} votes/vote/voted no on/for/to {action} [on/for/of {target}] [with {values}]",
        "{actor} votes/vote/voted against {action} [on/for/of {target}] [with {values}]",
      ],
      means: "ACTOR votes against ACTION, on which several people decide. Without TARGET, it is the record that the example spoke of last.",
      example: 'When Committee member "Cora" votes no on Grant',
    },
    abstains: {
      pattern: "{actor} abstains [on {target}]",
      variants: [
        "{actor} abstain [from/on/for {target}]",
        "{actor} abstains from/for {target}",
        "{actor} abstains from voting [on {target}]",
        "{actor} votes/vote abstain [on {target}]",
      ],
      means: "ACTOR abstains in the decision that is open on the record TARGET, or on the one that the example spoke of last.",
      example: 'When Committee member "Cora" abstains',
    },
    done: {
      pattern: "{record} is {done} by {actor} [with {values}] [confirming {codes}]",
      variants: [
        "{record} was/gets/got/are/were {done} by {actor} [with {values}] [[,] confirming {codes}]",
        "{record} has/have been {done} by {actor} [with {values}] [[,] confirming {codes}]",
      ],
      means: "ACTOR runs an action of the document on RECORD, which the participle DONE names.",
      example: 'When the Loan is handed out by Clerk "Cleo"',
    },
    createdBy: {
      pattern: "{things} is created by {actor} [with {values}] [confirming {codes}]",
      variants: [
        "{things} is/was/gets/got/are/were created/added/entered/recorded/made by {actor} [with {values}] [[,] confirming {codes}]",
        "{things} has/have been created/added/entered/recorded/made by {actor} [with {values}] [[,] confirming {codes}]",
      ],
      means: "ACTOR creates THINGS, with every check.",
      example: 'When a Loan with item "Beamer" is created by Borrower "Bo"',
    },
    shared: {
      pattern: "{actor}[, {third:actor}] and {second:actor} {act} [confirming {codes}]",
      variants: [
        "{actor}[, {third:actor}] and {second:actor} both/each/all {act} [[,] confirming {codes}]",
        "both {actor} and {second:actor} {act} [[,] confirming {codes}]",
        "first {actor} and then {second:actor} {act} [[,] confirming {codes}]",
      ],
      means: "Each of the ACTORs runs the action, one after the other.",
      example: 'When Clerk "Cleo" and Clerk "Carl" approve the Loan',
    },
    sharedCreation: {
      pattern: "{actor}[, {third:actor}] and {second:actor} create {things} [confirming {codes}]",
      variants: [
        "{actor}[, {third:actor}] and {second:actor} both/each/all create/add/enter/record/make/creates/adds {things} [[,] confirming {codes}]",
        "{actor}[, {third:actor}] and {second:actor} add/enter/record/make {things} [[,] confirming {codes}]",
        "both {actor} and {second:actor} create/add/enter/record/make {things} [[,] confirming {codes}]",
      ],
      means: "Each of the ACTORs creates THINGS, one after the other.",
      example: 'When Borrower "Bo" and Borrower "Ada" each create a Loan with item "Beamer"',
    },
    registers: {
      pattern: "{actor} registers [as {role}] [with {values}]",
      variants: ["{actor} signs up [as {role}] [with {values}]", "{actor} register/joins [as {role}] [with {values}]", "{actor} creates account [as {role}] [with {values}]"],
      means: "ACTOR registers as a person of the product.",
      example: 'When "Ada" registers',
    },
    signsIn: {
      pattern: "{actor} signs in",
      variants: ["{actor} sign in", "{actor} logs/log in", "{actor} logs/signs in again", "{actor} tries/attempts to sign/log in"],
      means: "ACTOR signs in.",
      example: 'When Clerk "Cleo" signs in',
    },
    opens: {
      pattern: "{actor} opens {place}",
      variants: [
        "{actor} open/sees/see/views/view/visits/visit/reads/read/looks at {place}",
        "{actor} look(s) at {place}",
        "{actor} goes/go to {place}",
        "{actor} tries/attempts/wants to open/see/view/visit/read {place}",
      ],
      means: "ACTOR opens the screen or record PLACE.",
      example: "When Borrower opens the Loan",
    },
    calls: {
      pattern: "{actor} calls {offered} [with {content}]",
      variants: [
        "{actor} call/requests/sends/invokes/uses {offered} [with {content}]",
        "{offered} is called [with {content}] by {actor}",
        "{offered} is called by {actor} [with {content}]",
        "{actor} tries/attempts to call {offered} [with {content}]",
      ],
      means: "ACTOR calls the endpoint OFFERED with CONTENT, by the names of its JSON.",
      example: 'When Dispatcher calls Book a vehicle with plate "HH-NK 12"',
    },
    imports: {
      pattern: "{actor} imports {things}",
      variants: ["{actor} import/uploads {things}", "{actor} tries/attempts/wants to import {things}"],
      means: "ACTOR imports THINGS: all of them or none, with every check.",
      example: 'When a Manager imports an Item "Beamer" and an Item "Tent"',
    },
  },
});
