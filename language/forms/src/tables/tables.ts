/** All tables of forms, in the order of the reference. */
import type { FormTable } from "../patterns/form.ts";
import { eventForms } from "./example-events.ts";
import { givenForms } from "./example-givens.ts";
import { resultForms } from "./example-results.ts";
import { holidayForms } from "./holidays.ts";

export const tables: readonly FormTable[] = [holidayForms, givenForms, eventForms, resultForms];
