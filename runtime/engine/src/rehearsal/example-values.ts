/** Values of an example's steps: evaluated by PostgreSQL, compared with what stands in a record. */
import { system } from "@nonet/database";
import { type Entity, entityOf, type Field, type Given } from "@nonet/model";
import { uuidv7 } from "uuidv7";
import { storable } from "../input/rich-text.ts";
import type { Stage } from "./example-environment.ts";
import { evaluate, idsOf, type Missing } from "./find-record.ts";

/** Makes a record that the value of a field names. */
export type Make = (entity: string, name: string, field: Field) => Promise<string | null>;

export interface Sendable {
  readonly values: Record<string, unknown>;
  readonly missing: Missing | null;
}

/** Values by `key` or by `name`; `make` makes a record that is named and not there yet. */
export async function valuesFor(stage: Stage, fields: readonly Field[], given: readonly Given[], by: "key" | "name", make: Make): Promise<Sendable> {
  const values: Record<string, unknown> = {};
  for (const one of given) {
    const field = fields.find((f) => f.name === one.field);
    if (!field) continue;
    const value = await valueFor(stage, field, one.value, make);
    if (value !== null && typeof value === "object" && "missing" in value) return { values, missing: value as Missing };
    values[by === "key" ? field.key : field.name] = field.type.kind === "references" && !Array.isArray(value) ? [value] : value;
  }
  return { values, missing: null };
}

async function valueFor(stage: Stage, field: Field, value: Given["value"], make: Make): Promise<unknown> {
  if (value.kind === "records") {
    const all: unknown[] = [];
    for (const record of value.records) {
      const one = await valueFor(stage, field, { kind: "record", record }, make);
      if (one !== null && typeof one === "object") return one;
      all.push(one);
    }
    return all;
  }
  if (value.kind === "record") {
    const ids = await idsOf(stage, value.record);
    if (ids.length === 1) return ids[0];
    const made = ids.length === 0 && value.record.name !== null ? await make(value.record.entity, value.record.name, field) : null;
    return (
      made ?? {
        missing:
          ids.length === 0
            ? `there is no ${value.record.entity}${value.record.name === null ? "" : ` "${value.record.name}"`}`
            : `${ids.length} records fit ${value.record.entity}${value.record.name === null ? "" : ` "${value.record.name}"`}`,
      }
    );
  }
  const plain = await evaluate(stage, value.expression);
  return field.type.kind === "file" && plain !== null ? fileNamed(stage, field, Array.isArray(plain) ? plain.map(String) : [String(plain)]) : storable(field, plain);
}

/** A file stands for its name: only that it is there counts. */
export async function fileNamed(stage: Stage, field: Field, names: readonly string[]): Promise<unknown> {
  const ids: string[] = [];
  for (const name of names) {
    const id = uuidv7();
    const image = field.type.kind === "file" && field.type.image;
    await stage.running.database.rows(system.addFile({ id, name, type: image ? "image/png" : "application/octet-stream", size: 0, by: null, path: id }));
    ids.push(id);
  }
  return field.type.kind === "file" && field.type.many ? ids : ids[0];
}

export const entityNamed = (stage: Stage, name: string): Entity => entityOf(stage.product, name)!;
