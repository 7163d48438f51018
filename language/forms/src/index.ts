/** Forms as data: how each statement of the notation is written, the matcher that reads a line by them, and their canonical spelling. */
export type { Expected } from "./reading/expected.ts";
export { type Form, type FormTable, defineForms } from "./patterns/form.ts";
export { type FormMatch, type FormReading, type NearMiss, type Range, type SlotTests, firstWordsOf, lasting, readForm } from "./reading/read-form.ts";
export { describePattern, printForm, samplesOf } from "./patterns/print-form.ts";
export { type NextExpected, nextExpected } from "./reading/next-expected.ts";
export { slotsOfPattern } from "./patterns/parse-pattern.ts";
export { tables } from "./tables/tables.ts";
export { commentForms, deletingForms, erasingForms, historyForms, whenDeletedForms } from "./tables/entity-attributes.ts";
export { fieldAttributeForms } from "./tables/field-attributes.ts";
export { fieldTypeForms, simpleTypeForms } from "./tables/field-types.ts";
export { cellForms } from "./tables/decision-cells.ts";
export { holidayForms } from "./tables/holidays.ts";
export {
  chartForms,
  groupForms,
  highlightForms,
  listForms,
  offeredForms,
  pageFormForms,
  prefillForms,
  showForms,
  sortForms,
  targetForms,
  totalForms,
} from "./tables/screen-details.ts";
export { screenForms } from "./tables/screens.ts";
export { decisionCaseForms, decisionOptionForms, decisionStepForms } from "./tables/decisions.ts";
export { guardForms, machineForms, triggerForms } from "./tables/machines.ts";
export { entityLabelForms } from "./tables/entity-labels.ts";
export { functionForms } from "./tables/functions.ts";
export { errorEntryForms } from "./tables/error-entries.ts";
export { whoForms } from "./tables/who.ts";
export { statementForms } from "./tables/statements.ts";
export { signInForms } from "./tables/sign-in.ts";
export { grantForms, namedConditionForms, neverForms, ownForms } from "./tables/roles.ts";
export { refusalForms, ruleBodyForms, ruleCaseForms, ruleEventForms, ruleMomentForms } from "./tables/rules.ts";
export { expectationForms } from "./tables/calls/call-expectations.ts";
export { leavingForms } from "./tables/calls/call-leaving.ts";
export { retryForms } from "./tables/calls/call-retries.ts";
export { callerSignInForms } from "./tables/calls/call-sign-in.ts";
export { signatureForms } from "./tables/calls/call-signatures.ts";
export { attachmentForms } from "./tables/calls/mail-attachments.ts";
export { receiverForms } from "./tables/calls/mail-receivers.ts";
export { scheduleForms } from "./tables/calls/schedules.ts";
export { answerForms } from "./tables/calls/call-answers.ts";
export { headerForms } from "./tables/calls/call-headers.ts";
export { requestForms } from "./tables/calls/call-requests.ts";
export { givenForms } from "./tables/examples/givens.ts";
export { eventForms } from "./tables/examples/events.ts";
export { resultForms } from "./tables/examples/results.ts";
