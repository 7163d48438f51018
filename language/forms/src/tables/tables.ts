/** All tables of forms, in the order of the reference. */
import type { FormTable } from "../patterns/form.ts";
import { holidayForms } from "./holidays.ts";
import { namedConditionForms, neverForms, ownForms } from "./roles.ts";
import { refusalForms, ruleBodyForms, ruleEventForms, ruleMomentForms } from "./rules.ts";

export const tables: readonly FormTable[] = [ruleMomentForms, ruleEventForms, ruleBodyForms, refusalForms, ownForms, namedConditionForms, neverForms, holidayForms];
