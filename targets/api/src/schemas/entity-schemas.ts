/** The schemas that an entity adds to the API's description: its record, what creates one, what changes one, what its actions ask for. */
import type { Action, Entity, Field, Product } from "@nonet/model";
import { askedAtCreation, creatingActions, machineOf } from "@nonet/model";
import { orNull, readSchema, schemaName, writeSchema, type Schema } from "./field-schema.ts";
import { actionsOf } from "../requests/paths.ts";

export function entitySchemas(product: Product, entity: Entity): Readonly<Record<string, Schema>> {
  const name = schemaName(entity.name);
  const schemas: Record<string, Schema> = {
    [name]: recordSchema(product, entity),
    [`${name}Create`]: objectSchema(product, ...createdFields(product, entity, askedAtCreation(product, entity.name), [])),
    [`${name}Change`]: writtenSchema(product, entity),
    [`${name}Page`]: pageSchema(name),
  };
  for (const action of creatingActions(product, entity.name)) {
    const asked = action.asks.map((a) => a.field);
    if (asked.length > 0) schemas[createName(entity, action)] = objectSchema(product, ...createdFields(product, entity, asked, asked));
  }
  for (const action of actionsOf(product, entity.name)) {
    if (!action.systemOnly) schemas[askedName(entity, action.name)] = askedOf(product, entity, action);
  }
  return schemas;
}

/** An action that several people decide takes their yes or no beside what it asks. */
function askedOf(product: Product, entity: Entity, action: Action): Schema {
  const schema = askedSchema(
    product,
    action.asks.map((a) => a.field),
  ) as { readonly properties?: Readonly<Record<string, Schema>> } & Schema;
  if (!action.decision) return schema;
  const as = action.decision.refusedBy?.as;
  const refusing = as ? (actionsOf(product, entity.name).find((a) => a.name === as)?.asks ?? []) : [];
  const more = askedSchema(
    product,
    refusing.map((a) => a.field),
  ) as { readonly properties?: Readonly<Record<string, Schema>> };
  return {
    type: "object",
    properties: {
      ...more.properties,
      ...schema.properties,
      decision: {
        type: "string",
        enum: ["yes", "no"],
        default: "yes",
        description: "Posting is a yes; `no` refuses. The action happens with the last yes that it needs; the answer's `_decision` says how it stands.",
      },
    },
    additionalProperties: false,
  };
}

export const askedName = (entity: Entity, action: string): string => `${schemaName(entity.name)}${schemaName(action)}Asked`;

/** What makes a record by a `(new)` action: the record's own schema where the action asks for nothing. */
export const createName = (entity: Entity, action: Action): string => `${schemaName(entity.name)}${action.asks.length > 0 ? `${schemaName(action.name)}Create` : "Create"}`;

/** Whether a person's request may carry the field at all; conditions are the server's. */
export const isWritable = (field: Field): boolean =>
  field.computed === null && field.readOnly !== true && !["sequence", "random text", "secret key", "secret link"].includes(field.type.kind);

function recordSchema(product: Product, entity: Entity): Schema {
  const machine = machineOf(product, entity.name);
  const properties: Record<string, Schema> = {
    id: { type: "string", format: "uuid" },
    version: { type: "integer", minimum: 1 },
    ...(machine ? { state: { type: "string", enum: machine.states.map((s) => s.name) } } : {}),
    createdAt: { type: "string", format: "date-time" },
    createdBy: orNull({ type: "object", properties: { id: { type: "string" }, shownAs: { type: "string" } } }),
    updatedAt: { type: "string", format: "date-time" },
    ...(entity.deleting.allowed === "archives"
      ? { archivedAt: { type: ["string", "null"], format: "date-time", description: "When it was archived; it is in no list then and stays as it is." } }
      : {}),
  };
  if (entity.fields.some((f) => f.computed !== null))
    properties["_notShown"] = {
      type: "object",
      additionalProperties: { type: "string" },
      description: "Of computed fields that are null because they hang on something that the specification doesn't show: what that is, by field.",
    };
  for (const field of entity.fields) if (!field.secret) properties[field.key] = described(field, orNull(readSchema(product, field)));
  return { type: "object", description: entity.prose || `A ${entity.name}. A field that the asker may not read is absent.`, required: ["id", "version"], properties };
}

const writtenFields = (product: Product, entity: Entity, creates: boolean): readonly Field[] =>
  entity.fields.filter((f) => isWritable(f) && (creates || !f.setOnce) && (f.type.kind !== "inverse" || isPartsList(product, f)));

const writtenSchema = (product: Product, entity: Entity): Schema => objectSchema(product, writtenFields(product, entity, false), []);

const mustBeGiven = (fields: readonly Field[]): readonly string[] => fields.filter((f) => f.required === true && f.default === null).map((f) => f.key);

/** What makes a record may bring: its fields, and what is asked for beside them; of the latter only those that `always` are asked for must be given. */
function createdFields(product: Product, entity: Entity, asked: readonly Field[], always: readonly Field[]): [readonly Field[], readonly string[]] {
  const keys = new Set(asked.map((f) => f.key));
  const own = writtenFields(product, entity, true).filter((f) => !keys.has(f.key));
  // Inside its whole a part needn't name it.
  return [
    [...own, ...asked],
    [...mustBeGiven(own.filter((f) => f.name !== entity.partOf?.field)), ...mustBeGiven(always)],
  ];
}

const askedSchema = (product: Product, fields: readonly Field[]): Schema => objectSchema(product, fields, mustBeGiven(fields));

function objectSchema(product: Product, fields: readonly Field[], required: readonly string[]): Schema {
  const properties: Record<string, Schema> = {};
  for (const field of fields) {
    const schema = writeSchema(product, field);
    properties[field.key] = described(field, field.required === true ? schema : orNull(schema));
  }
  return { type: "object", properties, ...(required.length > 0 ? { required } : {}), additionalProperties: false };
}

const pageSchema = (name: string): Schema => ({
  type: "object",
  required: ["items", "next", "count"],
  properties: {
    items: { type: "array", items: { $ref: `#/components/schemas/${name}` } },
    next: { type: ["string", "null"], description: "The cursor to hand in as `after`; null on the last page." },
    count: { type: ["integer", "null"], description: "With `count=exact`." },
  },
});

const isPartsList = (product: Product, field: Field): boolean => {
  const type = field.type;
  return type.kind === "inverse" && product.entities.some((e) => e.name === type.entity && e.partOf?.field === type.by);
};

/** Each field's own name in the document stands beside its key. */
const described = (field: Field, schema: Schema): Schema => ({ title: field.name, ...schema, ...(field.computed ? { readOnly: true } : {}) });
