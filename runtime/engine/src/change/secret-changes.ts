/** Which secrets a change has written. No record that is read holds them, so they are noted when they are written. */
import type { Row } from "../connection/contract.ts";
import type { FieldValues } from "../input/field-values.ts";
import type { ChangedRecord } from "./change-context.ts";

/** `values` are about to be stored. */
export function noteSecrets(record: ChangedRecord, values: FieldValues): void {
  for (const [field, value] of values) if (field.secret && value !== undefined) (record.secrets ??= new Set()).add(field.key);
}

/** What the history keeps: that secrets were written, and nothing of their values. */
export const withSecrets = (record: ChangedRecord, after: Row | null): Row | null => (after && record.secrets ? { ...after, _secrets: [...record.secrets].sort() } : after);
