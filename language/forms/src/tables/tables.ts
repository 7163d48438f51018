/** All tables of forms, in the order of the reference. */
import type { FormTable } from "../patterns/form.ts";
import { fieldAttributeForms } from "./field-attributes.ts";
import { holidayForms } from "./holidays.ts";
import { signInForms } from "./sign-in.ts";

export const tables: readonly FormTable[] = [fieldAttributeForms, holidayForms, signInForms];
