/** All tables of forms, in the order of the reference. */
import type { FormTable } from "../patterns/form.ts";
import { answerForms } from "./calls/call-answers.ts";
import { headerForms } from "./calls/call-headers.ts";
import { attachmentForms } from "./calls/mail-attachments.ts";
import { callerSignInForms } from "./calls/call-sign-in.ts";
import { chartForms, groupForms, highlightForms, listForms, offeredForms, pageFormForms, prefillForms, showForms, sortForms, targetForms, totalForms } from "./screen-details.ts";
import { decisionCaseForms, decisionOptionForms, decisionStepForms } from "./decisions.ts";
import { cellForms } from "./decision-cells.ts";
import { commentForms, deletingForms, erasingForms, historyForms, whenDeletedForms } from "./entity-attributes.ts";
import { eventForms } from "./examples/events.ts";
import { leavingForms } from "./calls/call-leaving.ts";
import { expectationForms } from "./calls/call-expectations.ts";
import { fieldAttributeForms } from "./field-attributes.ts";
import { fieldTypeForms, simpleTypeForms } from "./field-types.ts";
import { givenForms } from "./examples/givens.ts";
import { holidayForms } from "./holidays.ts";
import { guardForms, machineForms, triggerForms } from "./machines.ts";
import { grantForms, namedConditionForms, neverForms, ownForms } from "./roles.ts";
import { receiverForms } from "./calls/mail-receivers.ts";
import { refusalForms, ruleBodyForms, ruleCaseForms, ruleEventForms, ruleMomentForms } from "./rules.ts";
import { requestForms } from "./calls/call-requests.ts";
import { resultForms } from "./examples/results.ts";
import { retryForms } from "./calls/call-retries.ts";
import { scheduleForms } from "./calls/schedules.ts";
import { screenForms } from "./screens.ts";
import { signInForms } from "./sign-in.ts";
import { signatureForms } from "./calls/call-signatures.ts";
import { entityLabelForms } from "./entity-labels.ts";
import { functionForms } from "./functions.ts";
import { errorEntryForms } from "./error-entries.ts";
import { statementForms } from "./statements.ts";
import { whoForms } from "./who.ts";

export const tables: readonly FormTable[] = [
  screenForms,
  listForms,
  chartForms,
  groupForms,
  totalForms,
  sortForms,
  highlightForms,
  prefillForms,
  showForms,
  offeredForms,
  targetForms,
  pageFormForms,
  simpleTypeForms,
  fieldTypeForms,
  fieldAttributeForms,
  entityLabelForms,
  deletingForms,
  erasingForms,
  historyForms,
  commentForms,
  whenDeletedForms,
  functionForms,
  holidayForms,
  machineForms,
  triggerForms,
  whoForms,
  guardForms,
  statementForms,
  decisionCaseForms,
  decisionStepForms,
  decisionOptionForms,
  signInForms,
  callerSignInForms,
  ruleMomentForms,
  ruleEventForms,
  ruleBodyForms,
  ruleCaseForms,
  refusalForms,
  ownForms,
  namedConditionForms,
  neverForms,
  grantForms,
  expectationForms,
  requestForms,
  headerForms,
  answerForms,
  leavingForms,
  retryForms,
  signatureForms,
  attachmentForms,
  receiverForms,
  scheduleForms,
  givenForms,
  eventForms,
  resultForms,
  errorEntryForms,
  cellForms,
];
