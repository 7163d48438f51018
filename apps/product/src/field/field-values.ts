/** The values of a form: initial values, and conversion for requests. */
import type { FieldData } from "@nonet/screens";
import type { Me } from "../api/queries.ts";
import { today } from "../format/product-clock.ts";

export type FormValues = Readonly<Record<string, unknown>>;

export function initialValues(fields: readonly FieldData[], me: Me, zone: string): FormValues {
  const values: Record<string, unknown> = {};
  for (const f of fields) {
    if (!f.writableOnCreate || f.default === null) continue;
    if (typeof f.default !== "object") values[f.key] = f.control === "integer" ? Number(f.default) : f.default;
    else if ("today" in f.default) values[f.key] = today(zone);
    else if (me.id) values[f.key] = { id: me.id, shownAs: me.name };
  }
  return values;
}

/** Converts values for the API: references and files by id. */
export function toSend(fields: readonly FieldData[], values: FormValues): Record<string, unknown> {
  const sent: Record<string, unknown> = {};
  for (const f of fields) {
    if (!(f.key in values)) continue;
    const value = values[f.key];
    if (f.control === "parts")
      sent[f.key] = ((value ?? []) as FormValues[]).map((part) => ({
        ...(part.id ? { id: part.id } : {}),
        ...toSend(partFields(f, part), part),
      }));
    else sent[f.key] = idOf(value);
  }
  return sent;
}

/** The fields in a part's form: all writable fields, and for a new part the input of the action that creates it. */
export const partFields = (field: FieldData, part: FormValues): readonly FieldData[] =>
  field.parts.filter((f) => (f.atMaking ? !part.id : f.writableOnCreate || f.writableOnUpdate));

function idOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(idOf);
  if (typeof value === "object" && value !== null && "id" in value) return (value as { id: string }).id;
  return value;
}

/** For a record that exists: which choices are refused is known for new records only. */
export function forExisting(field: FieldData): FieldData {
  const { choiceFor, ...rest } = field;
  return choiceFor === undefined ? field : rest;
}

/** The fields whose value differs between the two. */
export function changed(fields: readonly FieldData[], before: FormValues, after: FormValues): FieldData[] {
  return fields.filter((f) => JSON.stringify(toSend([f], before)[f.key] ?? null) !== JSON.stringify(toSend([f], after)[f.key] ?? null));
}
