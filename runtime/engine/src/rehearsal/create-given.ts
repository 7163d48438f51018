/**
 * Makes the records that an example gives: directly, in the state named, and no rule is asked.
 *
 * What a record needs and the step doesn't say is filled by a stand-in (a numbered default): a text is the field's
 * name, a number its least value or 1, a day today, a choice the first, a person or record one of its own.
 */
import { system, updateQueries } from "@nonet/database";
import { fold } from "@nonet/feel";
import { type Entity, type Field, type Given, kebab, type RecordPhrase } from "@nonet/model";
import { beginChange } from "../change/change-context.ts";
import { stateOf } from "../connection/errors.ts";
import type { Actor } from "../contract/actor.ts";
import { fieldLabel } from "../input/field-label.ts";
import { insertRecord } from "../records/insert-record.ts";
import { withArticle } from "../refusals/article.ts";
import { type Stage, titleKey } from "./example-environment.ts";
import { entityNamed, fileNamed, valuesFor } from "./example-values.ts";
import { idsOf, type Missing } from "./find-record.ts";

export interface GivenRecord {
  readonly entity: string;
  readonly title: string | null;
  readonly values: readonly Given[];
  readonly parts: readonly { readonly list: string; readonly values: readonly Given[] }[];
  readonly state: string | null;
}

const deepest = 5;

/** The new record's id, or why it can't be. */
export async function makeGiven(stage: Stage, given: GivenRecord, depth = 0): Promise<string | Missing> {
  const entity = entityNamed(stage, given.entity);
  const roles = entity.name === "User" ? given.values.find((v) => v.field === "roles") : undefined;
  const known = await knownBy(stage, entity, given);
  const read = await readAll(
    stage,
    entity,
    given.values.filter((v) => v !== roles),
    depth,
    known !== null,
  );
  if (read.missing) return read.missing;
  const parts: { readonly entity: Entity; readonly values: Record<string, unknown> }[] = [];
  for (const part of given.parts) {
    const of = stage.product.entities.find((e) => e.partOf?.entity === entity.name && e.partOf.list === part.list)!;
    const values = await readAll(stage, of, part.values, depth);
    if (values.missing) return values.missing;
    parts.push({ entity: of, values: values.values });
  }
  const made = known === null ? await insert(stage, entity, read.values, parts, given.state) : await setKnown(stage, entity, known, given, read.values);
  if (typeof made !== "string") return made;
  if (given.title !== null) stage.titles.set(titleKey(entity.name, given.title), made);
  if (roles?.value.kind === "expression" && roles.value.expression.kind === "list")
    await addRoles(
      stage,
      made,
      roles.value.expression.items.flatMap((i) => (i.kind === "literal" ? [String(i.value)] : [])),
    );
  return made;
}

/** The record that is there already by a unique field's value that is given. */
async function knownBy(stage: Stage, entity: Entity, given: GivenRecord): Promise<string | null> {
  if (entity.name === "User") return null;
  for (const value of given.values) {
    if (!entity.fields.some((f) => f.name === value.field && f.unique)) continue;
    const [id] = await idsOf(stage, { entity: entity.name, name: null, having: [value] });
    if (id !== undefined) return id;
  }
  return null;
}

/** What else the step gives is set in it; where it stands and its parts stay as they are. */
async function setKnown(stage: Stage, entity: Entity, id: string, given: GivenRecord, values: Readonly<Record<string, unknown>>): Promise<string | Missing> {
  if (given.state !== null || given.parts.length > 0) {
    const fits = await idsOf(stage, { entity: entity.name, name: null, having: given.state === null ? [] : [inState(given.state)] });
    if (given.parts.length > 0 || !fits.includes(id))
      return {
        missing: `there is such ${withArticle(entity.name)} already, so its ${given.parts.length > 0 ? "parts are" : "state is"} what they were: bring it there by a When, or give another`,
      };
  }
  const said = Object.fromEntries(given.values.flatMap(({ field }) => (field in values ? [[field, values[field]]] : [])));
  return stage.running.database.transaction<string | Missing>(async (connection) => {
    await connection.all(updateQueries(stage.product, entity.name, id, said));
    return { keep: true, value: id };
  });
}

const inState = (state: string): Given => ({
  field: "state",
  value: { kind: "expression", expression: { kind: "literal", value: state, type: { kind: "string" }, nullable: false, span: { file: 0, from: 0, to: 0 } } },
});

async function insert(
  stage: Stage,
  entity: Entity,
  values: Record<string, unknown>,
  parts: readonly { readonly entity: Entity; readonly values: Record<string, unknown> }[],
  state: string | null,
): Promise<string | Missing> {
  const { product, running } = stage;
  return running.database
    .transaction<string | Missing>(async (connection) => {
      const work = beginChange(connection, product, { kind: "system" }, []);
      const numbers = entity.fields.filter((f) => f.type.kind === "sequence" && f.name in values);
      const plain = Object.fromEntries(Object.entries(values).filter(([name]) => !numbers.some((f) => f.name === name)));
      const { id } = await insertRecord(work, entity, plain, "given", state ?? undefined);
      for (const part of parts) await insertRecord(work, part.entity, { ...part.values, [part.entity.partOf!.field]: id }, "given");
      if (numbers.length > 0) await work.connection.all(updateQueries(product, entity.name, id, Object.fromEntries(numbers.map((f) => [f.name, values[f.name]]))));
      const wrong = work.errors[0];
      return wrong ? { keep: false, value: { missing: wrong.detail } } : { keep: true, value: id };
    })
    .catch((error: unknown) => {
      // Two that may not stand beside each other.
      if (stateOf(error) === "23505") return { missing: `another ${entity.name} has what is unique of this one` };
      throw error;
    });
}

async function readAll(
  stage: Stage,
  entity: Entity,
  given: readonly Given[],
  depth: number,
  isThere = false,
): Promise<{ values: Record<string, unknown>; missing: Missing | null }> {
  const make = (target: string, name: string): Promise<string | null> => makeNamed(stage, target, name, depth);
  const { values, missing } = await valuesFor(stage, entity.fields, given, "name", make);
  if (missing) return { values, missing };
  for (const field of entity.fields) await giveRole(stage, field, values[field.name]);
  if (!isThere) for (const field of entity.fields) if (needsStandIn(entity, field, values)) values[field.name] = await standIn(stage, entity, field, values, depth);
  return { values, missing: null };
}

/** Whoever stands in a field `User with role R` is given that role. */
export async function giveRole(stage: Stage, field: Field, value: unknown): Promise<void> {
  if (field.type.kind === "reference" && field.type.role !== undefined && typeof value === "string") await addRoles(stage, value, [field.type.role]);
}

const needsStandIn = (entity: Entity, field: Field, values: Readonly<Record<string, unknown>>): boolean =>
  field.required === true &&
  // Nobody has a role that nobody gave them.
  !(entity.builtIn && field.name === "roles") &&
  field.computed === null &&
  !(field.name in values) &&
  field.name !== entity.partOf?.field &&
  (field.default === null || (field.default.kind === "variable" && field.default.name === "me"));

/** A record that a step names and none has given: it is there by that name. */
async function makeNamed(stage: Stage, target: string, name: string, depth: number): Promise<string | null> {
  if (target === "User") return personCalled(stage, name, null);
  if (depth >= deepest) return null;
  const entity = entityNamed(stage, target);
  const naming =
    entity.fields.find((f) => f.computed === null && f.unique && f.type.kind === "text") ??
    entity.fields.find((f) => f.type.kind === "sequence") ??
    entity.fields.find((f) => f.name === "name" && f.type.kind === "text");
  const span = { file: 0, from: 0, to: 0 };
  const values: Given[] = naming
    ? [{ field: naming.name, value: { kind: "expression", expression: { kind: "literal", value: name, type: { kind: "string" }, nullable: false, span } } }]
    : [];
  const made = await makeGiven(stage, { entity: target, title: name, values, parts: [], state: null }, depth + 1);
  return typeof made === "string" ? made : null;
}

async function standIn(stage: Stage, entity: Entity, field: Field, values: Readonly<Record<string, unknown>>, depth: number): Promise<unknown> {
  const { type } = field;
  const number = ++stage.standIns;
  const today = stage.rehearsal.now();
  switch (type.kind) {
    case "text":
    case "random text":
      return field.unique ? `${fieldLabel(field)} ${number}` : fieldLabel(field);
    case "formatted":
      return formatted(type.format, entity, values, number);
    case "number":
    case "integer":
    case "money":
    case "percent":
      return field.atLeast?.kind === "literal" && field.atLeast.value !== null ? String(field.atLeast.value) : "1";
    case "yes/no":
      return false;
    case "date":
      return today.slice(0, 10);
    case "date and time":
      return today;
    case "time":
      return "09:00";
    case "duration":
      return "P1D";
    case "one of":
      return type.choices[0] ?? null;
    case "any of":
      return type.choices.slice(0, 1);
    case "texts":
      return [fieldLabel(field)];
    case "file":
      return fileNamed(stage, field, [fieldLabel(field)]);
    case "reference":
      return reference(stage, field, type.entity, type.role, number, depth);
    case "references":
      return depth < deepest ? [await reference(stage, field, type.entity, undefined, number, depth)] : [];
    case "sequence":
    case "secret key":
    case "secret link":
    case "inverse":
      return null;
  }
}

async function reference(stage: Stage, field: Field, target: string, role: string | undefined, number: number, depth: number): Promise<string | null> {
  if (target === "User")
    return personCalled(stage, `${fieldLabel(field)} ${number}`, role ?? stage.product.permissions.roles.find((r) => fold(r.name) === fold(field.name))?.name ?? null);
  if (depth >= deepest) return null;
  const made = await makeGiven(stage, { entity: target, title: null, values: [], parts: [], state: null }, depth + 1);
  return typeof made === "string" ? made : null;
}

function formatted(format: string, entity: Entity, values: Readonly<Record<string, unknown>>, number: number): string {
  const texts: Readonly<Record<string, string>> = {
    phone: "+49 30 000000",
    "web address": "https://example.test",
    colour: "#000000",
    country: "DE",
    language: "en",
    currency: "EUR",
    "time zone": "UTC",
  };
  const name = kebab(String(values["name"] ?? entity.name));
  return format === "email" ? `${name}${entity.name === "User" ? `.${number}` : ""}@example.test` : (texts[format] ?? "Stand-in");
}

/** Whoever has this name, made where nobody has. */
export async function personCalled(stage: Stage, name: string, role: string | null): Promise<string> {
  const named: RecordPhrase = { entity: "User", name, having: [] };
  const [there] = await idsOf(stage, named);
  const span = { file: 0, from: 0, to: 0 };
  const id =
    there ??
    (await makeGiven(stage, {
      entity: "User",
      title: null,
      values: [{ field: "name", value: { kind: "expression", expression: { kind: "literal", value: name, type: { kind: "string" }, nullable: false, span } } }],
      parts: [],
      state: null,
    }));
  if (typeof id !== "string") throw new Error(`A person can always be made: ${id.missing}`);
  if (role === "Owner" && !stage.product.permissions.roles.some((r) => r.name === "Owner")) await stage.running.database.rows(system.setOwner(id));
  else if (role !== null) await addRoles(stage, id, [role]);
  return id;
}

async function addRoles(stage: Stage, id: string, roles: readonly string[]): Promise<void> {
  const row = await stage.running.database.row(system.personById(id));
  const all = [...new Set([...((row?.["roles"] as string[] | undefined) ?? []), ...roles])];
  await stage.running.database.transaction(async (connection) => {
    await connection.all(system.setRoles(id, all));
    return { keep: true, value: null };
  });
}

/** Who acts in a step: by name, or the one person who is called like the role. */
export async function actorFor(stage: Stage, by: { readonly role: string | null; readonly name: string | null }): Promise<Actor> {
  const id = await personCalled(stage, by.name ?? by.role ?? "Somebody", by.role);
  const row = (await stage.running.database.row(system.personById(id)))!;
  return { kind: "person", id, name: row["name"] as string, email: row["email"] as string, roles: row["roles"] as string[], owner: row["owner"] === true };
}
