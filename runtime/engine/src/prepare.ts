/** Brings a database to the state that a product needs: tables, changes since the last version, first records, first people. */
import { planTables, system, upgrade, valuesQuery } from "@nonet/database";
import { entityOf, type Entity, type FieldType, type Product } from "@nonet/model";
import { label, readValue } from "./read-values.ts";
import type { Database } from "./connection.ts";
import { makeOwn } from "./finish-upgrade.ts";
import { moveOver, planOn } from "./move-over.ts";
import { lossesOf } from "./upgrade.ts";
import { performAs } from "./perform.ts";
import { addPerson, rehearsalPeople } from "./people.ts";
import { done, saidAt, problem, refuse } from "./refusal.ts";
import { insertRecord } from "./store-record.ts";
import type { Work } from "./work.ts";
import type { Running } from "./running.ts";
import type { Outcome } from "./engine.ts";

export interface Prepared {
  readonly steps: readonly string[];
  readonly fresh: boolean;
  /** The version that the database held. */
  readonly former: Product | undefined;
}

/**
 * Makes or changes the tables; gives the sentences of what was done. Refused, with nothing done, where something would be
 * lost. Indexes of tables that are there, and what is checked of their records, are left to be done beside the running
 * product (finish-upgrade.ts). One process at a time: the caller waits for its turn.
 */
export async function bringUpToDate(database: Database, product: Product): Promise<Outcome<Prepared>> {
  await makeOwn(database, product);
  const stored = await database.row(system.readMeta);
  if (!stored) {
    await makeTables(database, product);
    return done({ steps: product.entities.map((e) => `Make the table for ${e.plural}.`), fresh: true, former: undefined });
  }
  const former = stored["product"] as Product;
  const { together } = await planOn(database, former, product);
  const losses = await lossesOf(database, former, together);
  if (losses.length > 0) return refuse("conflict", ...losses.map((loss) => problem("would-lose", `${loss}; take it back, or do it with \`nonet apply FILE --accept-loss\`.`)));
  const moved = await moveOver(database, former, product, { acceptLoss: false, say: () => undefined });
  return moved.ok ? done({ steps: [...moved.value.together, ...moved.value.after].map((s) => s.sentence), fresh: false, former }) : moved;
}

/** Tables and the note of what they are for are made together: a crash in between would leave a database that no version fits. */
function makeTables(database: Database, product: Product): Promise<true> {
  return database.transaction(async (connection) => {
    for (const sql of planTables(product)) await connection.rows(upgrade.statement(sql));
    await connection.rows(system.writeMeta(product.version, product));
    return { keep: true, value: true };
  });
}

/** Initial records go the same way as any other change, by the system; those that refer to others come after them. */
export async function addInitialRecords(running: Running, entities: readonly Entity[]): Promise<Outcome<null>> {
  for (const entity of inOrderOfReference(entities)) {
    for (const initial of entity.initialRecords) {
      const outcome = await performAs(running.database, running.product, { kind: "system" }, {}, { entity: entity.name }, async (work) => {
        const values = await initialValues(work, entity, initial.values);
        return (await insertRecord(work, entity, values, "create")).id;
      });
      if (outcome.ok) continue;
      return refuse(
        "invalid",
        ...outcome.refusal.errors.map((e) => problem(e.code, `An initial record of ${entity.name} can't be made: ${e.detail}`, saidAt(running.product, initial.source))),
      );
    }
  }
  return done(null);
}

/** In the document's order, but for those that refer to later ones. */
function inOrderOfReference(entities: readonly Entity[]): readonly Entity[] {
  const found = new Set<Entity>();
  const under = new Set<Entity>();
  const add = (entity: Entity): void => {
    if (found.has(entity) || under.has(entity)) return;
    under.add(entity);
    for (const { name, type } of entity.fields)
      if ((type.kind === "reference" || type.kind === "references") && entity.initialRecords.some(({ values }) => name in values)) {
        const target = entities.find((one) => one.name === type.entity);
        if (target) add(target);
      }
    found.add(entity);
  };
  entities.forEach(add);
  return [...found];
}

async function initialValues(work: Work, entity: Entity, given: Entity["initialRecords"][number]["values"]): Promise<Record<string, unknown>> {
  const expressions = Object.entries(given).map(([name, expression]) => ({ name, expression }));
  if (expressions.length === 0) return {};
  const row = await work.connection.row(valuesQuery(work.product, null, null, expressions));
  const values = { ...(row?.["values"] as Record<string, unknown>) };
  for (const [name, value] of Object.entries(values)) {
    const field = entity.fields.find((f) => f.name === name);
    if (field?.type.kind === "reference" || field?.type.kind === "references")
      values[name] = Array.isArray(value) ? value.map((v) => named(work, field.type, v)) : named(work, field.type, value);
    else if (field && value !== null) {
      // Written by a person in the document: read as what a person sends.
      const read = readValue(field, value);
      if ("wrong" in read) work.errors.push(problem("invalid-value", `${label(field)} ${read.wrong}`, { field: field.key }));
      else values[name] = read.value;
    }
  }
  return values;
}

/** A record by its unique field, else by what it is shown as. */
function named(work: Work, type: FieldType, value: unknown): unknown {
  if (typeof value !== "string" || !("entity" in type)) return value;
  const unique = entityOf(work.product, type.entity)?.fields.find((f) => f.unique);
  return unique ? { find: unique.key, value } : { find: "shownAs", value };
}

/** The Owner asked for on the command line; in rehearsal a person per role. */
export async function addFirstPeople(running: Running): Promise<Outcome<null>> {
  const { options, database, product } = running;
  if (options.owner && (await database.row(system.anyOwner))?.["exists"] !== true) {
    const added = await addPerson(running, {
      email: options.owner.email,
      name: options.owner.email.split("@")[0] ?? "Owner",
      roles: [],
      password: options.owner.password,
      owner: true,
      trusted: true,
    });
    if (!added.ok) return added;
  }
  if (!options.rehearse) return done(null);
  for (const person of rehearsalPeople(product)) {
    if (await database.row(system.personByEmail(person.email))) continue;
    const owner = person.role === "Owner" && !product.permissions.roles.some((r) => r.name === "Owner");
    const added = await addPerson(running, { email: person.email, name: person.name, roles: owner ? [] : [person.role], password: "rehearsal", owner, trusted: true });
    if (!added.ok) return added;
  }
  return done(null);
}
