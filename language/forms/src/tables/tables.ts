/** All tables of forms, in the order of the reference. */
import type { FormTable } from "../patterns/form.ts";
import { attachmentForms } from "./calls/mail-attachments.ts";
import { callerSignInForms } from "./calls/call-sign-in.ts";
import { chartForms, groupForms, highlightForms, listForms, offeredForms, prefillForms, showForms, sortForms, targetForms, totalForms } from "./screen-details.ts";
import { decisionCaseForms, decisionOptionForms, decisionStepForms } from "./decisions.ts";
import { deletingForms, erasingForms, historyForms, whenDeletedForms } from "./entity-attributes.ts";
import { eventForms } from "./examples/events.ts";
import { leavingForms } from "./calls/call-leaving.ts";
import { expectationForms } from "./calls/call-expectations.ts";
import { fieldAttributeForms } from "./field-attributes.ts";
import { givenForms } from "./examples/givens.ts";
import { holidayForms } from "./holidays.ts";
import { machineForms, triggerForms } from "./machines.ts";
import { namedConditionForms, neverForms, ownForms } from "./roles.ts";
import { receiverForms } from "./calls/mail-receivers.ts";
import { refusalForms, ruleBodyForms, ruleEventForms, ruleMomentForms } from "./rules.ts";
import { requestForms } from "./calls/call-requests.ts";
import { resultForms } from "./examples/results.ts";
import { retryForms } from "./calls/call-retries.ts";
import { scheduleForms } from "./calls/schedules.ts";
import { screenForms } from "./screens.ts";
import { signInForms } from "./sign-in.ts";
import { signatureForms } from "./calls/call-signatures.ts";
import { statementForms } from "./statements.ts";

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
  fieldAttributeForms,
  deletingForms,
  erasingForms,
  historyForms,
  whenDeletedForms,
  holidayForms,
  machineForms,
  triggerForms,
  statementForms,
  decisionCaseForms,
  decisionStepForms,
  decisionOptionForms,
  signInForms,
  callerSignInForms,
  ruleMomentForms,
  ruleEventForms,
  ruleBodyForms,
  refusalForms,
  ownForms,
  namedConditionForms,
  neverForms,
  expectationForms,
  requestForms,
  leavingForms,
  retryForms,
  signatureForms,
  attachmentForms,
  receiverForms,
  scheduleForms,
  givenForms,
  eventForms,
  resultForms,
];
