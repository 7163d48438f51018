/** Of the values that were sent, those that change something. */
import { referenceId } from "@nonet/model";
import type { Row } from "../connection/contract.ts";
import type { FieldValues } from "./field-values.ts";

/** A required field that is sent empty takes its default; other fields may be empty. */
export const withRequiredDefaults = (values: FieldValues): FieldValues =>
  new Map([...values].filter(([field, value]) => value !== null || field.required !== true || field.default === null));

/** A form sends every field that it shows: values that the record has already are no change. */
export const changedValues = (before: Row | null, values: FieldValues): FieldValues =>
  new Map([...values].filter(([field, value]) => JSON.stringify(referenceId(before?.[field.key] ?? null)) !== JSON.stringify(referenceId(value))));
