/** Forms as data: how each statement of the notation is written, the matcher that reads a line by them, and their canonical spelling. */
export type { Expected } from "./reading/match-pattern.ts";
export { type Form, type FormTable, defineForms } from "./patterns/form.ts";
export { type FormMatch, type FormReading, type NearMiss, type Range, type SlotTests, readForm } from "./reading/read-form.ts";
export { describePattern, printForm, samplesOf } from "./patterns/print-form.ts";
export { type Continuation, continuations } from "./reading/continuations.ts";
export { slotsOfPattern } from "./patterns/parse-pattern.ts";
export { tables } from "./tables/tables.ts";
export { fieldAttributeForms } from "./tables/field-attributes.ts";
export { holidayForms } from "./tables/holidays.ts";
export { expectationForms } from "./tables/call-expectations.ts";
export { retryForms } from "./tables/call-retries.ts";
export { signInForms } from "./tables/call-sign-in.ts";
export { signatureForms } from "./tables/call-signatures.ts";
export { attachmentForms } from "./tables/mail-attachments.ts";
export { receiverForms } from "./tables/mail-receivers.ts";
export { scheduleForms } from "./tables/schedules.ts";
export { requestForms } from "./tables/call-requests.ts";
