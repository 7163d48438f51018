/** The statements of transitions, events, calls and schedules. */
import { defineForms } from "../patterns/form.ts";

export const statementForms = defineForms({
  place: "a statement",
  title: "Statements",
  point: 4,
  forms: {
    set: {
      pattern: "set {target} = {value} [when {condition}] [unless {exception:condition}]",
      variants: [
        "set {target} (=|to) {value} [when/if {condition}] [[,] unless {exception:condition}]",
        "change/update {target} (to|=) {value} [when/if {condition}] [[,] unless {exception:condition}]",
        "{target:path} = {value} [when/if {condition}] [[,] unless {exception:condition}]",
        "{target:path} becomes {value} [when/if {condition}] [[,] unless {exception:condition}]",
        "{target:path} to {value} [when/if {condition}] [[,] unless {exception:condition}]",
      ],
      means: "Sets the field TARGET to VALUE.",
      example: "set tool.last lent = today()",
    },
    increase: {
      pattern: "increase {target} by {value} [when {condition}] [unless {exception:condition}]",
      variants: [
        "increase/raise {target} by {value} [when/if {condition}] [[,] unless {exception:condition}]",
        "add {value} to {target:path} [when/if {condition}] [[,] unless {exception:condition}]",
        "[set] {target:path} + = {value} [when/if {condition}] [[,] unless {exception:condition}]",
      ],
      means: "Adds VALUE to the field TARGET.",
      example: "increase times lent by 1",
    },
    decrease: {
      pattern: "decrease {target} by {value} [when {condition}] [unless {exception:condition}]",
      variants: [
        "decrease/reduce/lower {target} by {value} [when/if {condition}] [[,] unless {exception:condition}]",
        "subtract/take {value} from {target:path} [when/if {condition}] [[,] unless {exception:condition}]",
        "[set] {target:path} - = {value} [when/if {condition}] [[,] unless {exception:condition}]",
      ],
      means: "Subtracts VALUE from the field TARGET.",
      example: "decrease stock by asked.amount",
    },
    password: {
      pattern: "set my password = {value} [when {condition}]",
      variants: ["set my password (=|to) {value} [when/if {condition}]", "change/update my password to {value} [when/if {condition}]"],
      means: "Sets the caller's own password and ends the caller's other sessions.",
      example: "set my password = asked.password when sent(asked.password)",
    },
    register: {
      pattern: "register {entity} [as {variable}] with {values} [when {condition}]",
      variants: ["register [a] [new] {entity} [as {variable}] (with|:) {values} [when/if {condition}]"],
      means: "Creates an account from VALUES, which name its email and password, and signs the caller in to it.",
      example: "register User with email = asked.email, password = asked.password, name = asked.name",
    },
    signIn: {
      pattern: "sign in {users} with password = {password} [, else {code}] [when {condition}]",
      variants: [
        "sign in [as] {users} with password [=|:] {password} [[,] [or] else/otherwise [stop with] {code}] [when/if {condition}]",
        "sign {users} in with password [=|:] {password} [[,] [or] else/otherwise [stop with] {code}] [when/if {condition}]",
      ],
      means: "Signs the caller in as the first of USERS if PASSWORD is theirs, or stops with CODE.",
      example: "sign in User[email = asked.email] with password = asked.password, else BAD_LOGIN",
    },
    empty: {
      pattern: "empty {field} [when {condition}] [unless {exception:condition}]",
      variants: ["empty/clear/unset {field} [when/if {condition}] [[,] unless {exception:condition}]"],
      means: "Sets FIELD, or several fields separated by commas, to null.",
      example: "clear note",
    },
    create: {
      pattern: "create {entity} [as {variable}] [with {values}] [when {condition}] [unless {exception:condition}]",
      variants: [
        "create/add/make [new] {entity} [as {variable}] [(with|where|:) {values}] [when/if {condition}] [[,] unless {exception:condition}]",
        "create/add/make [new] {entity} [called/named {variable}] [(with|where|:) {values}] [when/if {condition}] [[,] unless {exception:condition}]",
      ],
      means: "Creates a record of ENTITY with VALUES. Statements after it name it VARIABLE.",
      example: "create Repair as r with tool = tool, what = asked.damage",
    },
    find: {
      pattern: "find {entity} [where {filter}] as {variable} [, else {code}] [when {condition}] [unless {exception:condition}]",
      variants: [
        "find [one] {entity} [where/with {filter}] as {variable} [[,] [or] else/otherwise [stop with] {code}] [when/if {condition}] [[,] unless {exception:condition}]",
        "find {entity} as {variable} [where/with {filter}] [[,] [or] else/otherwise [stop with] {code}] [when/if {condition}] [[,] unless {exception:condition}]",
        "look up [one] {entity} [where/with {filter}] as {variable} [[,] [or] else/otherwise [stop with] {code}] [when/if {condition}] [[,] unless {exception:condition}]",
      ],
      means: "Names the first record of ENTITY for which FILTER holds VARIABLE, or stops with CODE.",
      example: "find Fee where number = body.reference as fee, else UNKNOWN_FEE",
    },
    forEach: {
      pattern: "for each {variable} in {list}: {statements}",
      variants: [
        "for each/every {variable} in/of {list} : {statements}",
        "for all {variable} in/of {list} : {statements}",
        "for each/every/all {variable} in/of {list:uncut} , {statements:body}",
        "for each/every/all [of] {list:possessed} : {statements}",
        "for each/every/all [of] {list:possessed uncut} , {statements:body}",
        "for each/every/all {list:described} : {statements}",
        "for each/every/all {list:described uncut} , {statements:body}",
      ],
      means: "Runs STATEMENTS once for each element of LIST.",
      example: "for each l in tool.lendings: do Close on l",
    },
    do: {
      pattern: "do {action} [on {records}] [as {variable}] [with {values}] [when {condition}] [unless {exception:condition}]",
      variants: [
        "do/run/perform {action} [on/for {records}] [as {variable}] [with {values}] [when/if {condition}] [[,] unless {exception:condition}]",
        "do/run/perform {action} [on/for {records}] [with {values}] [as {variable}] [when/if {condition}] [[,] unless {exception:condition}]",
      ],
      means: "Runs ACTION on RECORDS with the input VALUES. On an entity, its `(new)` row creates a record.",
      example: 'do Mend on r with how = "at once"',
    },
    delete: {
      pattern: "delete {records} [when {condition}] [unless {exception:condition}]",
      variants: ["delete/remove {records} [when/if {condition}] [[,] unless {exception:condition}]"],
      means: "Deletes RECORDS.",
      example: 'delete Repair[what = "dust"]',
    },
    send: {
      pattern: "send {call} [to {people}] [for {record}] [when {condition}] [unless {exception:condition}]",
      variants: [
        "send/call/mail/email {call} [to {people}] [for/about {record}] [when/if {condition}] [[,] unless {exception:condition}]",
        "send [mail|email] {call} [to {people}] [for/about {record}] [when/if {condition}] [[,] unless {exception:condition}]",
        "notify/inform/tell/remind/email/mail {people} (with|by|by mail|about|of) {call} [for/about {record}] [when/if {condition}] [[,] unless {exception:condition}]",
        "notify/inform/tell/remind/email/mail {people} {call:quoted} [for/about {record}] [when/if {condition}] [[,] unless {exception:condition}]",
      ],
      means: "Sends the mail or makes the call CALL, after the change is committed. PEOPLE can only repeat the mail's Email to.",
      example: "send Notice for g when g.email != null",
    },
    forget: {
      pattern: "forget {field} [when {condition}] [unless {exception:condition}]",
      variants: ["forget/erase {field} [when/if {condition}] [[,] unless {exception:condition}]"],
      means: "Empties FIELD, also in the history.",
      example: "forget reporter name",
    },
    stop: {
      pattern: "stop with {code} [when {condition}] [unless {exception:condition}]",
      variants: [
        "stop [with] {code} [when/if {condition}]",
        "refuse/fail/abort with {code} [when/if {condition}]",
        "raise {code} [when/if {condition}]",
        "stop [with] {code} [,] unless {exception:condition}",
        "refuse/fail/abort with {code} [,] unless {exception:condition}",
        "raise {code} [,] unless {exception:condition}",
      ],
      means: "Undoes the change and answers with CODE.",
      example: "stop with IS_BROKEN when tool.broken",
    },
    end: {
      pattern: "end with {code} [when {condition}] [unless {exception:condition}]",
      variants: [
        "end [with] {code} [when/if {condition}]",
        "finish with {code} [when/if {condition}]",
        "end [with] {code} [,] unless {exception:condition}",
        "finish with {code} [,] unless {exception:condition}",
      ],
      means: "Keeps what has been done, runs nothing more, and answers with CODE.",
      example: 'end with ALREADY_PAID when state = "paid"',
    },
    group: {
      pattern: "do {group} [when {condition}] [unless {exception:condition}]",
      variants: ["[do|run] {group} [when/if {condition}] [[,] unless {exception:condition}]"],
      means: "Runs the statements that `GROUP does: …` names.",
      example: "Close its applications",
    },
  },
});
