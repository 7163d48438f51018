/** All tables of forms, in the order of the reference. */
import type { FormTable } from "../patterns/form.ts";
import { decisionCaseForms, decisionOptionForms, decisionStepForms } from "./decisions.ts";
import { fieldAttributeForms } from "./field-attributes.ts";
import { holidayForms } from "./holidays.ts";
import { machineForms, triggerForms } from "./machines.ts";
import { namedConditionForms, neverForms, ownForms } from "./roles.ts";
import { refusalForms, ruleBodyForms, ruleEventForms, ruleMomentForms } from "./rules.ts";
import { signInForms } from "./sign-in.ts";
import { statementForms } from "./statements.ts";

export const tables: readonly FormTable[] = [
  fieldAttributeForms,
  holidayForms,
  machineForms,
  triggerForms,
  statementForms,
  decisionCaseForms,
  decisionStepForms,
  decisionOptionForms,
  signInForms,
  ruleMomentForms,
  ruleEventForms,
  ruleBodyForms,
  refusalForms,
  ownForms,
  namedConditionForms,
  neverForms,
];
