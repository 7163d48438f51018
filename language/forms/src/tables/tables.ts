/** All tables of forms, in the order of the reference. */
import type { FormTable } from "../patterns/form.ts";
import { deletingForms, erasingForms, historyForms, whenDeletedForms } from "./entity-attributes.ts";
import { attachmentForms } from "./mail-attachments.ts";
import { callerSignInForms } from "./call-sign-in.ts";
import { decisionCaseForms, decisionOptionForms, decisionStepForms } from "./decisions.ts";
import { eventForms } from "./example-events.ts";
import { expectationForms } from "./call-expectations.ts";
import { fieldAttributeForms } from "./field-attributes.ts";
import { givenForms } from "./example-givens.ts";
import { holidayForms } from "./holidays.ts";
import { chartForms, groupForms, highlightForms, listForms, offeredForms, prefillForms, showForms, sortForms, targetForms, totalForms } from "./screen-details.ts";
import { screenForms } from "./screens.ts";
import { machineForms, triggerForms } from "./machines.ts";
import { namedConditionForms, neverForms, ownForms } from "./roles.ts";
import { receiverForms } from "./mail-receivers.ts";
import { refusalForms, ruleBodyForms, ruleEventForms, ruleMomentForms } from "./rules.ts";
import { requestForms } from "./call-requests.ts";
import { resultForms } from "./example-results.ts";
import { retryForms } from "./call-retries.ts";
import { scheduleForms } from "./schedules.ts";
import { signInForms } from "./sign-in.ts";
import { signatureForms } from "./call-signatures.ts";
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
  retryForms,
  signatureForms,
  attachmentForms,
  receiverForms,
  scheduleForms,
  givenForms,
  eventForms,
  resultForms,
];
