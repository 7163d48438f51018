/** Which secrets a change has written: no record that is read holds them, so that they are noted where they are written. */
import type { Entity } from "@nonet/model";
import type { Row } from "../connection/contract.ts";
import type { ChangedRecord } from "./change-context.ts";

/** `values` by field name, about to be stored. */
export function noteSecrets(touched: ChangedRecord, entity: Entity, values: Readonly<Record<string, unknown>>): void {
  for (const field of entity.fields) if (field.secret && values[field.name] !== undefined) (touched.secrets ??= new Set()).add(field.key);
}

/** What the history keeps of it beside the record: that they were written, and nothing of what. */
export const withSecrets = (touched: ChangedRecord, after: Row | null): Row | null => (after && touched.secrets ? { ...after, _secrets: [...touched.secrets].sort() } : after);
