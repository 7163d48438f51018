/** Creates the records of an example's Given: directly in the given state, without checking rules. */
import { system, updateQueries, valuesQuery } from "@nonet/database";
import { fold } from "@nonet/feel";
import { type Actor as ExampleActor, type Entity, type Example, type Field, type Given, type RecordPhrase, referencedRole } from "@nonet/model";
import { beginChange } from "../change/change-context.ts";
import { stateOf } from "../connection/errors.ts";
import type { Actor } from "../contract/actor.ts";
import { fieldValues } from "../input/field-values.ts";
import { constraintRefusal } from "../perform/constraint-refusal.ts";
import { fieldLabel } from "../input/field-label.ts";
import { linkPrefix } from "../records/random-values.ts";
import { insertRecord } from "../records/insert-record.ts";
import { openLink } from "../read/secret-links.ts";
import { withArticle } from "../refusals/article.ts";
import { type ExampleEnvironment, titleKey } from "./example-environment.ts";
import { entityNamed, stepValues } from "./example-values.ts";
import { findRecords, type Missing } from "./find-record.ts";
import { noteSecond } from "./second-records.ts";
import { needsStandIn, standIn } from "./stand-in.ts";

export interface GivenRecord {
  readonly entity: string;
  readonly title: string | null;
  readonly values: readonly Given[];
  readonly parts: readonly { readonly list: string; readonly values: readonly Given[] }[];
  readonly state: string | null;
}

const maxDepth = 5;

/** The id of the record, or why it can't be created. */
export async function createGiven(environment: ExampleEnvironment, given: GivenRecord, depth = 0): Promise<string | Missing> {
  const entity = entityNamed(environment, given.entity);
  const roles = entity.name === "User" ? given.values.find((v) => v.field === "roles") : undefined;
  const existing = await findExisting(environment, entity, given);
  const read = await readAll(
    environment,
    entity,
    given.values.filter((v) => v !== roles),
    depth,
    existing !== null,
  );
  if (read.missing) return read.missing;
  const parts: { readonly entity: Entity; readonly values: Record<string, unknown> }[] = [];
  for (const part of given.parts) {
    const of = environment.product.entities.find((e) => e.partOf?.entity === entity.name && e.partOf.list === part.list)!;
    const values = await readAll(environment, of, part.values, depth);
    if (values.missing) return values.missing;
    parts.push({ entity: of, values: values.values });
  }
  const id = existing === null ? await insert(environment, entity, read.values, parts, given.state) : await updateExisting(environment, entity, existing, given, read.values);
  if (typeof id !== "string") return id;
  if (given.title !== null) environment.titles.set(titleKey(entity.name, given.title), id);
  if (depth === 0) environment.spokenOf.set(entity.name, id);
  if (roles?.value.kind === "expression" && roles.value.expression.kind === "list")
    await environment.addRoles(
      id,
      roles.value.expression.items.flatMap((i) => (i.kind === "literal" ? [String(i.value)] : [])),
    );
  return id;
}

/** The id of an existing record with a given unique value. */
async function findExisting(environment: ExampleEnvironment, entity: Entity, given: GivenRecord): Promise<string | null> {
  if (entity.name === "User") return null;
  for (const value of given.values) {
    if (!entity.fields.some((f) => f.name === value.field && f.unique)) continue;
    const [id] = await findRecords(environment, { entity: entity.name, name: null, having: [value] });
    if (id !== undefined) return id;
  }
  return null;
}

/** Sets the other given values; the state and the parts stay as they are. */
async function updateExisting(
  environment: ExampleEnvironment,
  entity: Entity,
  id: string,
  given: GivenRecord,
  values: Readonly<Record<string, unknown>>,
): Promise<string | Missing> {
  if (given.state !== null || given.parts.length > 0) {
    const fits = await findRecords(environment, { entity: entity.name, name: null, having: given.state === null ? [] : [inState(given.state)] });
    if (given.parts.length > 0 || !fits.includes(id))
      return {
        missing: `there is such ${withArticle(entity.name)} already, and a Given doesn't change its ${given.parts.length > 0 ? "parts" : "state"}: change it with a When, or use another record`,
      };
  }
  const changes = Object.fromEntries(given.values.flatMap(({ field }) => (field in values ? [[field, values[field]]] : [])));
  return environment.running.database.transaction<string | Missing>(async (connection) => {
    await connection.all(updateQueries(environment.product, entity.name, id, changes));
    return { commit: true, value: id };
  });
}

const inState = (state: string): Given => ({
  field: "state",
  value: { kind: "expression", expression: { kind: "literal", value: state, type: { kind: "string" }, nullable: false, span: { file: 0, from: 0, to: 0 } } },
});

async function insert(
  environment: ExampleEnvironment,
  entity: Entity,
  values: Record<string, unknown>,
  parts: readonly { readonly entity: Entity; readonly values: Record<string, unknown> }[],
  state: string | null,
): Promise<string | Missing> {
  const { product, running } = environment;
  return running.database
    .transaction<string | Missing>(async (connection) => {
      const work = beginChange(connection, product, { kind: "system" });
      const numbers = entity.fields.filter((f) => f.type.kind === "sequence" && f.name in values);
      const plain = Object.fromEntries(Object.entries(values).filter(([name]) => !numbers.some((f) => f.name === name)));
      const { id } = await insertRecord(work, entity, { values: fieldValues(entity, plain), action: "given", state: state ?? undefined });
      for (const part of parts) await insertRecord(work, part.entity, { values: fieldValues(part.entity, part.values), owner: { owner: entity, id }, action: "given" });
      if (numbers.length > 0) await work.connection.all(updateQueries(product, entity.name, id, Object.fromEntries(numbers.map((f) => [f.name, values[f.name]]))));
      const error = work.errors[0];
      return error ? { commit: false, value: { missing: error.detail } } : { commit: true, value: id };
    })
    .catch((error: unknown) => {
      // A unique constraint (as an index or, for values that differ in more than their bytes, as an exclusion), or a bound or pattern
      // of a field: of a given value, or of one that stands in for a required one.
      const code = stateOf(error) ?? "";
      const refusal = ["23505", "23P01", "23514"].includes(code) ? constraintRefusal(product, error) : null;
      if (refusal === null) throw error;
      const [first] = refusal.errors;
      if (code !== "23514")
        return {
          missing: `the database refuses it, as unique values and \`no overlap\` hold for what a Given makes too: ${first?.detail || `another ${entity.name} has the same unique value`}`,
        };
      const field = entity.fields.find(({ key }) => key === first?.field);
      return { missing: `${withArticle(entity.name)} can't be made${field ? `: give it another "${field.name}"` : ""}. ${first?.detail ?? ""}`.trimEnd() };
    });
}

async function readAll(
  environment: ExampleEnvironment,
  entity: Entity,
  given: readonly Given[],
  depth: number,
  isThere = false,
): Promise<{ values: Record<string, unknown>; missing: Missing | null }> {
  const make = (target: string, name: string): Promise<string | null> => makeNamed(environment, target, name, depth);
  const { values, missing } = await stepValues(environment, entity.fields, given, { by: "name", make });
  if (missing) return { values, missing };
  for (const field of entity.fields) await grantRole(environment, field, values[field.name]);
  if (!isThere)
    for (const field of entity.fields)
      if (needsStandIn(entity, field, values))
        values[field.name] = await standIn(environment, { entity, values }, field, (of, number) => relatedRecord(environment, entity, of, number, depth));
  return { values, missing: null };
}

/** Gives the person in a field `User with role R` that role. */
export async function grantRole(environment: ExampleEnvironment, field: Field, value: unknown): Promise<void> {
  const role = referencedRole(field.type);
  if (role === undefined) return;
  for (const person of Array.isArray(value) ? value : [value]) if (typeof person === "string") await environment.addRoles(person, [role]);
}

/** Creates a record that a step names and no Given has created. */
async function makeNamed(environment: ExampleEnvironment, target: string, name: string, depth: number): Promise<string | null> {
  if (target === "User") return findOrCreatePerson(environment, name, null);
  if (depth >= maxDepth) return null;
  const entity = entityNamed(environment, target);
  const naming =
    entity.fields.find((f) => f.computed === null && f.unique && f.type.kind === "text") ??
    entity.fields.find((f) => f.type.kind === "sequence") ??
    entity.fields.find((f) => f.name === "name" && f.type.kind === "text");
  const span = { file: 0, from: 0, to: 0 };
  const values: Given[] = naming
    ? [{ field: naming.name, value: { kind: "expression", expression: { kind: "literal", value: name, type: { kind: "string" }, nullable: false, span } } }]
    : [];
  await noteSecond(environment, target, null, name);
  const made = await createGiven(environment, { entity: target, title: name, values, parts: [], state: null }, depth + 1);
  return typeof made === "string" ? made : null;
}

/** The record or person that stands in for a reference; null where records refer to each other too deeply. */
async function relatedRecord(environment: ExampleEnvironment, entity: Entity, field: Field, number: number, depth: number): Promise<string | null> {
  const { type } = field;
  if (type.kind !== "reference" && type.kind !== "references") return null;
  if (type.entity === "User") {
    const role = referencedRole(type);
    return findOrCreatePerson(
      environment,
      `${fieldLabel(field)} ${number}`,
      role ?? environment.product.permissions.roles.find((r) => fold(r.name) === fold(field.name))?.name ?? null,
    );
  }
  if (depth >= maxDepth) return null;
  if (depth <= 1) await noteSecond(environment, type.entity, entity.name);
  const id = await createGiven(environment, { entity: type.entity, title: null, values: [], parts: [], state: null }, depth + 1);
  return typeof id === "string" ? id : null;
}

/** One person with each role to which a mail goes that the example expects, where no step names anybody with it (default 111). */
export async function createReceivers(environment: ExampleEnvironment, { steps }: Example): Promise<void> {
  const { product } = environment;
  const expected = steps.flatMap((step) => (step.kind === "sent" && step.sent && (step.to === null || isEvery(step.to)) && step.call !== null ? [step.call] : []));
  const receivers = product.calls.flatMap(({ name, does }) => (does.kind === "email" && expected.includes(name) ? [JSON.stringify(does.to)] : []));
  const named = JSON.stringify(steps.map((step) => (step.kind === "sent" && isEvery(step.to) ? { ...step, to: null } : step)));
  for (const { name } of product.permissions.roles) {
    const text = JSON.stringify(name);
    if (receivers.some((to) => to.includes(`"value":${text}`)) && !named.includes(text)) await findOrCreatePerson(environment, name, name);
  }
}

const isEvery = (to: unknown): boolean => typeof to === "object" && to !== null && "every" in to;

/** The person with this name, created where there is none. */
export async function findOrCreatePerson(environment: ExampleEnvironment, name: string, role: string | null): Promise<string> {
  const named: RecordPhrase = { entity: "User", name, having: [] };
  const [there] = await findRecords(environment, named);
  const span = { file: 0, from: 0, to: 0 };
  const id =
    there ??
    (await createGiven(environment, {
      entity: "User",
      title: null,
      values: [{ field: "name", value: { kind: "expression", expression: { kind: "literal", value: name, type: { kind: "string" }, nullable: false, span } } }],
      parts: [],
      state: null,
    }));
  if (typeof id !== "string") throw new Error(`A person can always be created: ${id.missing}`);
  if (role === "Owner" && !environment.product.permissions.roles.some((r) => r.name === "Owner")) await environment.running.database.rows(system.setOwner(id));
  else if (role !== null) await environment.addRoles(id, [role]);
  return id;
}

/** The actor of a step: the person named, or the one who is named like the role. */
export async function actorFor(environment: ExampleEnvironment, by: ExampleActor): Promise<Actor | Missing> {
  if (by.is) return { kind: by.is };
  if (by.by) {
    const link = bearerOf(environment, by.by);
    if (link) return link;
    const [id] = await findRecords(environment, { entity: "User", name: null, having: [], through: by.by });
    return id === undefined ? { missing: `the ${by.by.field} of the ${by.by.record.entity} is empty` } : personWith(environment, id);
  }
  return person(environment, by);
}

/** Whoever has the secret link of a record; null where the field is no such link. */
function bearerOf(environment: ExampleEnvironment, { record, field }: NonNullable<ExampleActor["by"]>): Promise<Actor | Missing> | null {
  const type = entityNamed(environment, record.entity).fields.find(({ name }) => name === field)?.type;
  if (type?.kind !== "secret link") return null;
  const open = async (): Promise<Actor | Missing> => {
    const [id] = await findRecords(environment, record);
    if (id === undefined) return { missing: `there is no such ${record.entity}` };
    const token = await linkOf(environment, record.entity, id, field);
    const opened = token === null ? null : await openLink(environment.running, token.slice(linkPrefix.length));
    return opened ? { kind: "anyone", link: opened.link } : { missing: `the ${field} of the ${record.entity} opens nothing now` };
  };
  return open();
}

async function linkOf({ running, product }: ExampleEnvironment, entity: string, id: string, field: string): Promise<string | null> {
  const span = { file: 0, from: 0, to: 0 };
  const self = { kind: "variable", name: "this", type: { kind: "record", name: entity }, nullable: false, span } as const;
  const expression = { kind: "path", of: self, field, listed: false, type: { kind: "string" }, nullable: true, span } as const;
  const row = await running.database.row(valuesQuery(product, entity, id, [{ name: "value", expression }]));
  return ((row?.["values"] as Record<string, unknown> | undefined)?.["value"] as string | null | undefined) ?? null;
}

async function person(environment: ExampleEnvironment, by: ExampleActor): Promise<Actor> {
  const id = await findOrCreatePerson(environment, by.name ?? by.role ?? "Somebody", by.role);
  return personWith(environment, id);
}

async function personWith(environment: ExampleEnvironment, id: string): Promise<Actor> {
  const row = (await environment.running.database.row(system.personById(id)))!;
  return { kind: "person", id, name: row["name"] as string, email: row["email"] as string, roles: row["roles"] as string[], owner: row["owner"] === true };
}
