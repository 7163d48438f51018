/** Diagnostics of point 7: outgoing, received and offered calls, mails and schedules. */
import type { Entry } from "./entry.ts";

export const callsCatalogue = {
  "unknown-call": { severity: "error", explanation: "Point 7 has no call with this name. Use the name of a call, or add the call to point 7." },
  "incomplete-call": { severity: "error", explanation: "The call lacks an attribute that it needs. The message says which one: add it." },
  "call-on-two-entities": {
    severity: "error",
    explanation: "The call is sent for records of two entities, but its text can refer to only one. Write a call for each entity.",
  },
  "call-without-record": {
    severity: "error",
    explanation:
      "The call, or the message of an error, reads a record, but there is none where it is used: in a schedule without `for each`, or in a call without `Finds`. Use it where there is a record, or don't refer to the record.",
  },
  "answer-too-late": {
    severity: "error",
    explanation:
      "The call is sent when its record is deleted, and has statements for its answer. The record no longer exists when the answer arrives, so the statements would never run. Wait for the answer with `First: yes`, or remove the statements.",
  },
  "path-taken": { severity: "error", explanation: "Another call or the product itself already uses this method and path. Choose another path." },
  "not-an-address": { severity: "error", explanation: "This is not an email address. A mail is sent to email addresses or to Users." },
  "not-a-file": { severity: "error", explanation: "`Attach` names fields of the type file, files, image or images. This is not such a field." },
  "address-from-data": {
    severity: "hint",
    explanation:
      "The host of this request comes from data, so whoever can write that data decides where the product sends it. Such requests are never sent to addresses inside the network (loopback, private and link-local addresses), unless the environment allows the host with NONET_ALLOW_HOSTS. Write the host as a constant in point 9, or ignore this hint if people should choose it, as for webhooks.",
  },
  "ambiguous-name": {
    severity: "error",
    explanation:
      "In a filter, a bare name is the field of the filtered records, and here the call also takes a field of that name. Write `item.F` for the records' field and `body.F` for what was sent.",
  },
  "sees-everything": {
    severity: "hint",
    explanation:
      "The call says `Sees: everything`, so its answer is made of all records, whoever calls it. The message lists the fields that callers get in this way although point 6 doesn't grant them for all records. Ignore this hint if that is intended.",
  },
  "mail-not-readable": {
    severity: "warning",
    explanation:
      "A mail contains only what its receiver may read. Here all receivers of a role may never read a value, so they would get a note in its place. Grant them the reading in point 6, or leave the value out.",
  },
  "referred-is-kept": {
    severity: "warning",
    explanation:
      "A schedule or a timer deletes records, and others can refer to them. A record to which another one refers isn't deleted unless the other entity says `When F is deleted: delete too` or `empty it`. Say so there, or delete the others first.",
  },
  "schedule-repeats": {
    severity: "hint",
    explanation:
      "What the schedule does changes nothing that its condition reads, so it does the same for the same records each time. Let it set a field or run an action that the condition reads. Ignore this hint if the repetition is intended.",
  },
  "account-statement": {
    severity: "error",
    explanation:
      "`register`, `sign in` and `set my password` stand under `Does` of an offered call. `register User` needs an email and a password, a call `For: anyone`, and point 1 must let people register: `Sign-in: email and password; anyone may register as ROLE`. A product with a second factor signs people in on its own screens only.",
  },
  "password-leaves": {
    severity: "error",
    explanation:
      "A password or a token is never stored or shown: not in a record, its history, a mail, a log or an answer. Pass a password to `register`, `sign in` or `set my password` only, and write `my token` in `Answers` only.",
  },
  "not-an-input": {
    severity: "error",
    explanation:
      "`sent(F)`, `sent null(F)` and `sent empty(F)` ask what a request contains, so F must be an input of the call, as `body.F` or `F`. What is inside a list has no path of its own. `{body.F}` in the message of an error needs a call that takes F wherever the code is raised.",
  },
  "unused-call": { severity: "warning", explanation: "No statement and no schedule sends this call. Send it, or remove it." },
} as const satisfies Record<string, Entry>;
