/** The schemas of an entity in the API description: its record, and the bodies that create it, change it and run its actions. */
import { type Action, type Entity, type Field, isGenerated, type Product } from "@nonet/model";
import { creationInput, creationActions, machineOf } from "@nonet/model";
import { needsElements, orNull, readSchema, referenceName, referenceSchema, schemaName, writeSchemaOrNull, type Schema } from "./field-schema.ts";
import { actionsOf } from "../requests/paths.ts";

export function entitySchemas(product: Product, entity: Entity): Readonly<Record<string, Schema>> {
  const name = schemaName(entity.name);
  const schemas: Record<string, Schema> = {
    [name]: recordSchema(product, entity),
    [`${name}Create`]: objectSchema(product, ...creationFields(product, entity, creationInput(product, entity.name), [])),
    [`${name}Change`]: writtenSchema(product, entity),
    [`${name}Page`]: pageSchema(name),
    [referenceName(entity.name)]: referenceSchema(product, entity.name),
    [batchName(entity)]: batchSchema(product, entity),
  };
  for (const action of creationActions(product, entity.name)) {
    const asked = action.asks.map((a) => a.field);
    if (asked.length > 0) schemas[createName(entity, action)] = objectSchema(product, ...creationFields(product, entity, asked, asked));
  }
  for (const action of actionsOf(product, entity.name)) {
    if (!action.systemOnly && !isCreatingOnly(product, entity, action)) schemas[askedName(entity, action.name)] = askedOf(product, entity, action);
  }
  return schemas;
}

export const isCreating = (product: Product, entity: Entity, action: Action): boolean => creationActions(product, entity.name).includes(action);

/** Whether the action runs on no record: all its rows are `(new)`. */
export const isCreatingOnly = (product: Product, entity: Entity, action: Action): boolean =>
  isCreating(product, entity, action) &&
  product.machines
    .filter((machine) => machine.entity === entity.name)
    .flatMap(({ transitions }) => transitions)
    .every(({ from, trigger }) => from === null || trigger.kind !== "action" || trigger.action !== action.name);

export const batchName = (entity: Entity): string => `${schemaName(entity.name)}Batch`;

function batchSchema(product: Product, entity: Entity): Schema {
  const actions = actionsOf(product, entity.name).filter((action) => !action.systemOnly && !isCreatingOnly(product, entity, action));
  const shared = {
    action: { type: "string", enum: [...new Set([...actions.map(({ path }) => path), "update", "delete"])], description: "The path of an action, or `update` or `delete`." },
    asked: { type: "object", description: "The input of the action, or the fields to update: the same for every record." },
  };
  const ids: Schema = { type: "array", items: { type: "string" }, minItems: 1, maxItems: 500 };
  const filter: Schema = {
    type: "object",
    additionalProperties: { type: "string" },
    description: "The parameters of a list without those of its pages. The batch runs on all records of that list, at most 5,000.",
  };
  const by = (name: string, schema: Schema): Schema => ({ type: "object", required: ["action", name], properties: { ...shared, [name]: schema }, additionalProperties: false });
  return { anyOf: [by("ids", ids), by("filter", filter)] };
}

/** The input of an action; for a decision by several people also their yes or no. */
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
        enum: ["yes", "no", ...(action.decision.steps.some((step) => step.abstentions) ? ["abstain"] : [])],
        default: "yes",
        description: "`yes` approves, `no` refuses. The action runs with the last approval that it needs; `_decision` in the response shows the state of the decision.",
      },
    },
    additionalProperties: false,
  };
}

export const askedName = (entity: Entity, action: string): string => `${schemaName(entity.name)}${schemaName(action)}Asked`;

/** The schema that creates a record by a `(new)` action: the record's own if the action has no input. */
export const createName = (entity: Entity, action: Action): string => `${schemaName(entity.name)}${action.asks.length > 0 ? `${schemaName(action.name)}Create` : "Create"}`;

/** Whether a request may contain the field at all. The server evaluates conditions. */
export const isWritable = (field: Field): boolean => field.computed === null && field.readOnly !== true && !isGenerated(field.type);

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
      ? { archivedAt: { type: ["string", "null"], format: "date-time", description: "When the record was archived. Archived records aren't in lists and can't be changed." } }
      : {}),
  };
  if (entity.fields.some((f) => f.computed !== null))
    properties["_notShown"] = {
      type: "object",
      additionalProperties: { type: "string" },
      description: "Computed fields that are null because they depend on something that the specification doesn't define yet: what is missing, by field.",
    };
  for (const field of entity.fields) if (!field.secret) properties[field.key] = described(field, orNull(readSchema(product, field)));
  return { type: "object", description: entity.prose || `A ${entity.name}. Fields that the reader may not see are absent.`, required: ["id", "version"], properties };
}

const writtenFields = (product: Product, entity: Entity, creates: boolean): readonly Field[] =>
  entity.fields.filter((f) => isWritable(f) && (creates || !f.setOnce) && (f.type.kind !== "inverse" || isPartsList(product, f)));

const writtenSchema = (product: Product, entity: Entity): Schema => objectSchema(product, writtenFields(product, entity, false), []);

const requiredKeys = (fields: readonly Field[]): readonly string[] =>
  fields.filter((f) => (f.required === true || needsElements(f)) && f.default === null && !isRolesOfUser(f)).map((f) => f.key);

/** A person can be created without a role. */
const isRolesOfUser = ({ key, source }: Field): boolean => key === "roles" && source === null;

/** The fields that a request to create a record may contain, and the keys of the required ones. `always` is the input that is required in any case. */
function creationFields(product: Product, entity: Entity, asked: readonly Field[], always: readonly Field[]): [readonly Field[], readonly string[]] {
  const keys = new Set(asked.map((f) => f.key));
  const own = writtenFields(product, entity, true).filter((f) => !keys.has(f.key));
  // A part that is sent inside its owner needn't name the owner.
  return [
    [...own, ...asked],
    [...requiredKeys(own.filter((f) => f.name !== entity.partOf?.field)), ...requiredKeys(always)],
  ];
}

const askedSchema = (product: Product, fields: readonly Field[]): Schema => objectSchema(product, fields, requiredKeys(fields));

function objectSchema(product: Product, fields: readonly Field[], required: readonly string[]): Schema {
  const properties: Record<string, Schema> = {};
  for (const field of fields) {
    properties[field.key] = described(field, writeSchemaOrNull(product, field));
  }
  return { type: "object", properties, ...(required.length > 0 ? { required } : {}), additionalProperties: false };
}

const pageSchema = (name: string): Schema => ({
  type: "object",
  required: ["items", "next", "count"],
  properties: {
    items: { type: "array", items: { $ref: `#/components/schemas/${name}` } },
    next: { type: ["string", "null"], description: "The cursor to send as `after`; null on the last page." },
    count: { type: ["integer", "null"], description: "Only with `count`." },
    atLeast: { type: "boolean", description: "Present with `count=bounded` if there are more records than `count`." },
    similar: { type: "boolean", description: "Present if no record contains the words of the search, and these contain similar ones." },
  },
});

const isPartsList = (product: Product, field: Field): boolean => {
  const type = field.type;
  return type.kind === "inverse" && product.entities.some((e) => e.name === type.entity && e.partOf?.field === type.by);
};

/** Adds the field's name in the document as the schema's title. */
const described = (field: Field, schema: Schema): Schema => ({ title: field.name, ...schema, ...(field.computed ? { readOnly: true } : {}) });
