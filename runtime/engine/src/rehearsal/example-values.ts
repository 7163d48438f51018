/** The values of an example's steps, evaluated by PostgreSQL. */
import { system } from "@nonet/database";
import type { Expression } from "@nonet/feel";
import { type Entity, entityOf, type Field, type Given } from "@nonet/model";
import { uuidv7 } from "uuidv7";
import { storable } from "../input/rich-text.ts";
import type { ExampleEnvironment } from "./example-environment.ts";
import { evaluate, findNamed, type Missing } from "./find-record.ts";

/** Creates the record that a field's value names. */
export type CreateNamed = (entity: string, name: string, field: Field) => Promise<string | null>;

export interface StepValues {
  readonly values: Record<string, unknown>;
  readonly missing: Missing | null;
}

export interface Reading {
  readonly by: "key" | "name";
  /** Creates a record that is named and doesn't exist yet. */
  readonly make: CreateNamed;
  /** The person whose files those are that the step names: they have uploaded them. Null: nobody's. */
  readonly uploader?: string | null;
}

/** Values by `key` or by `name`. */
export async function stepValues(environment: ExampleEnvironment, fields: readonly Field[], given: readonly Given[], { by, make, uploader = null }: Reading): Promise<StepValues> {
  const values: Record<string, unknown> = {};
  for (const one of given) {
    const field = fields.find((f) => f.name === one.field);
    if (!field) continue;
    const value = await valueFor(environment, field, one.value, { make, uploader });
    if (value !== null && typeof value === "object" && "missing" in value) return { values, missing: value as Missing };
    values[by === "key" ? field.key : field.name] = field.type.kind === "references" && !Array.isArray(value) ? [value] : value;
  }
  return { values, missing: null };
}

async function valueFor(environment: ExampleEnvironment, field: Field, value: Given["value"], reading: Required<Omit<Reading, "by">>): Promise<unknown> {
  const { make, uploader } = reading;
  if (value.kind === "records") {
    const all: unknown[] = [];
    for (const record of value.records) {
      const one = await valueFor(environment, field, { kind: "record", record }, reading);
      if (one !== null && typeof one === "object") return one;
      all.push(one);
    }
    return all;
  }
  if (value.kind === "record") {
    const { having } = value.record;
    // A person who is there by the name gets the role with which a step names them.
    const roles = having.flatMap((one) => (value.record.entity === "User" && one.field === "roles" && one.value.kind === "expression" ? rolesIn(one.value.expression) : []));
    const ids = await findNamed(environment, { ...value.record, having: having.filter((one) => roles.length === 0 || one.field !== "roles") });
    if (ids.length === 1 && roles.length > 0) await environment.addRoles(ids[0]!, roles);
    if (ids.length === 1) return ids[0];
    const made = ids.length === 0 && value.record.name !== null ? await make(value.record.entity, value.record.name, field) : null;
    if (made !== null && roles.length > 0) await environment.addRoles(made, roles);
    return (
      made ?? {
        missing:
          ids.length === 0
            ? `there is no ${value.record.entity}${value.record.name === null ? "" : ` "${value.record.name}"`}`
            : `${ids.length} records fit ${value.record.entity}${value.record.name === null ? "" : ` "${value.record.name}"`}: say more about the one you mean`,
      }
    );
  }
  const plain = await evaluate(environment, value.expression);
  return field.type.kind === "file" && plain !== null
    ? createFile(environment, field, Array.isArray(plain) ? plain.map(String) : [String(plain)], uploader)
    : storable(field, plain);
}

const rolesIn = (expression: Expression): readonly string[] =>
  expression.kind === "list" ? expression.items.flatMap((item) => (item.kind === "literal" ? [String(item.value)] : [])) : [];

/** An entry without content: examples only need that a file exists. */
export async function createFile(environment: ExampleEnvironment, field: Field, names: readonly string[], by: string | null = null): Promise<unknown> {
  const ids: string[] = [];
  for (const name of names) {
    const id = uuidv7();
    const image = field.type.kind === "file" && field.type.image;
    await environment.running.database.rows(system.addFile({ id, name, type: image ? "image/png" : "application/octet-stream", size: 0, by, path: id }));
    ids.push(id);
  }
  return field.type.kind === "file" && field.type.many ? ids : ids[0];
}

export const entityNamed = (environment: ExampleEnvironment, name: string): Entity => entityOf(environment.product, name)!;
