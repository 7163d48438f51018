/** All tables of forms, in the order of the reference. */
import type { FormTable } from "../patterns/form.ts";
import { deletingForms, erasingForms, historyForms, whenDeletedForms } from "./entity-attributes.ts";
import { fieldAttributeForms } from "./field-attributes.ts";
import { holidayForms } from "./holidays.ts";

export const tables: readonly FormTable[] = [fieldAttributeForms, deletingForms, erasingForms, historyForms, whenDeletedForms, holidayForms];
