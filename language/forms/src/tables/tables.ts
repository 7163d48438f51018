/** All tables of forms, in the order of the reference. */
import type { FormTable } from "../patterns/form.ts";
import { holidayForms } from "./holidays.ts";

export const tables: readonly FormTable[] = [holidayForms];
