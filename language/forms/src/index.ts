/** Forms as data: how each statement of the notation is written, the matcher that reads a line by them, and their canonical spelling. */
export type { Expected } from "./reading/match-pattern.ts";
export { type Form, type FormTable, defineForms } from "./patterns/form.ts";
export { type FormMatch, type FormReading, type NearMiss, type Range, type SlotTests, readForm } from "./reading/read-form.ts";
export { describePattern, printForm, samplesOf } from "./patterns/print-form.ts";
export { type Continuation, continuations } from "./reading/continuations.ts";
export { slotsOfPattern } from "./patterns/parse-pattern.ts";
export { tables } from "./tables/tables.ts";
export { fieldAttributeForms } from "./tables/field-attributes.ts";
export { holidayForms } from "./tables/holidays.ts";
export { chartForms, groupForms, highlightForms, listForms, offeredForms, prefillForms, showForms, sortForms, totalForms } from "./tables/screen-details.ts";
export { screenForms } from "./tables/screens.ts";
