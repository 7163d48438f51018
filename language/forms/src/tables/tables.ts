/** All tables of forms, in the order of the reference. */
import type { FormTable } from "../patterns/form.ts";
import { fieldAttributeForms } from "./field-attributes.ts";
import { holidayForms } from "./holidays.ts";
import { chartForms, groupForms, highlightForms, listForms, offeredForms, prefillForms, showForms, sortForms, totalForms } from "./screen-details.ts";
import { screenForms } from "./screens.ts";

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
  fieldAttributeForms,
  holidayForms,
];
