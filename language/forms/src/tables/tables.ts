/** All tables of forms, in the order of the reference. */
import type { FormTable } from "../patterns/form.ts";
import { fieldAttributeForms } from "./field-attributes.ts";
import { holidayForms } from "./holidays.ts";
import { expectationForms } from "./call-expectations.ts";
import { requestForms } from "./call-requests.ts";
import { retryForms } from "./call-retries.ts";
import { signInForms } from "./call-sign-in.ts";
import { signatureForms } from "./call-signatures.ts";
import { attachmentForms } from "./mail-attachments.ts";
import { receiverForms } from "./mail-receivers.ts";
import { scheduleForms } from "./schedules.ts";

export const tables: readonly FormTable[] = [
  fieldAttributeForms,
  requestForms,
  signatureForms,
  retryForms,
  expectationForms,
  signInForms,
  receiverForms,
  attachmentForms,
  scheduleForms,
  holidayForms,
];
