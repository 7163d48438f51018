/** Writes one record and its parts: defaults, sequences, references looked up, the starting state. */
import { fileReadableQuery, findQuery, guardQuery, insertQueries, sequenceQuery, system, updateQueries, valuesQuery } from "@nonet/database";
import { entityOf, machineOf, type Entity, type Field } from "@nonet/model";
import { uuidv7 } from "uuidv7";
import { isId } from "./read-values.ts";
import { problem } from "./refusal.ts";
import { personOf, touch, variablesOf, whole, type Touched, type Work } from "./work.ts";

/** Inserts a record with its defaults, numbers and state; `values` by field name, `{find, value}` for references by a unique field. */
export async function insertRecord(work: Work, entity: Entity, given: Readonly<Record<string, unknown>>, action: string, state?: string | null): Promise<Touched> {
  const id = uuidv7();
  const values = { ...(await defaultsOf(work, entity, given)), ...(await resolveReferences(work, entity, given)) };
  const machine = machineOf(work.product, entity.name);
  if (machine) values["state"] = state ?? machine.startsAs.find((s) => s.when === null)?.state ?? machine.startsAs[0]?.state ?? machine.states[0]?.name;
  for (const field of entity.fields) {
    if (field.type.kind === "sequence" && field.type.takenOn === null) values[field.name] = await nextNumber(work, entity, field, values);
  }
  const touched = await touch(work, entity.name, id, action, true);
  await work.connection.all(insertQueries(work.product, entity.name, { id, by: personOf(work.actor), values }));
  if (machine && state === undefined) await chooseStart(work, entity, touched, machine.startsAs);
  return touched;
}

async function chooseStart(work: Work, entity: Entity, touched: Touched, starts: readonly { readonly state: string; readonly when: import("@nonet/feel").Expression | null }[]): Promise<void> {
  for (const start of starts) {
    if (start.when === null) return;
    const row = await work.connection.row(guardQuery(work.product, entity.name, touched.id, start.when, variablesOf(work, touched)));
    if (row?.["holds"] === true) return work.connection.all(updateQueries(work.product, entity.name, touched.id, { state: start.state }));
  }
}

/** Defaults of what wasn't given, evaluated by PostgreSQL before there is a record. */
async function defaultsOf(work: Work, entity: Entity, given: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
  const wanted = entity.fields.filter((f) => f.default !== null && !(f.name in given));
  if (wanted.length === 0) return {};
  const row = await work.connection.row(valuesQuery(work.product, null, null, wanted.map((f) => ({ name: f.name, expression: f.default! })), variablesOf(work, undefined)));
  const values = { ...(row?.["values"] as Record<string, unknown>) };
  for (const [name, value] of Object.entries(values)) if (isReference(value)) values[name] = value.id;
  return values;
}

const isReference = (value: unknown): value is { id: string } => value !== null && typeof value === "object" && "id" in value;

/** Replaces `{find, value}` by the id it names; an error where nothing or more than one thing has that value. */
export async function resolveReferences(work: Work, entity: Entity, given: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = { ...given };
  for (const field of entity.fields) {
    const value = given[field.name];
    if (value === undefined || value === null) continue;
    if (field.type.kind === "file") await requireFiles(work, field, value);
    if (field.type.kind !== "reference" && field.type.kind !== "references") continue;
    const many = Array.isArray(value);
    const ids: unknown[] = [];
    for (const one of many ? value : [value]) ids.push(await resolveOne(work, field, field.type.entity, one));
    values[field.name] = many ? ids : ids[0];
  }
  return values;
}

/** A file given must be one that the giver brought or may read: holding it would let them read it. */
async function requireFiles(work: Work, field: Field, value: unknown): Promise<void> {
  for (const one of Array.isArray(value) ? value : [value]) {
    const id = String(isReference(one) ? one.id : one);
    const file = isId(id) ? await work.connection.row(system.file(id)) : undefined;
    const allowed = file && (work.actor.kind === "system" || (await work.connection.row(fileReadableQuery(work.product, work.reader, id)))?.["allowed"] === true);
    if (!allowed) work.errors.push(problem("invalid-value", "There is no such file.", { field: field.key }));
    else if (field.type.kind === "file" && field.type.image && !String(file["type"]).startsWith("image/")) work.errors.push(problem("invalid-value", "An image is needed here.", { field: field.key }));
  }
}

async function resolveOne(work: Work, field: Field, target: string, value: unknown): Promise<string | null> {
  const referred = entityOf(work.product, target);
  let query;
  if (value !== null && typeof value === "object" && "find" in value) {
    const by = value as { find: string; value: unknown };
    const known = referred?.fields.find((f) => (f.key === by.find || f.name === by.find) && (f.unique || f.type.kind === "sequence"));
    if (!known && by.find !== "shownAs") {
      work.errors.push(problem("invalid-value", `${by.find} isn't a unique field of ${target}; name one that is, or give the id.`, { field: field.key }));
      return null;
    }
    query = findQuery(work.product, target, known?.name ?? null, by.value);
  } else query = findQuery(work.product, target, "id", value);
  const rows = await work.connection.rows(query);
  if (rows.length === 1) return rows[0]!["id"] as string;
  work.errors.push(problem("invalid-value", rows.length === 0 ? `There is no such ${target.toLowerCase()}.` : `More than one ${target.toLowerCase()} has that value; give the id.`, { field: field.key }));
  return null;
}

/** The next number of a sequence: the counter restarts when what stands before it changes. */
async function nextNumber(work: Work, entity: Entity, field: Field, values: Readonly<Record<string, unknown>>): Promise<string> {
  if (field.type.kind !== "sequence") throw new Error("not a sequence");
  const row = await work.connection.row(valuesQuery(work.product, null, null, [{ name: "today", expression: todayExpression }]));
  const today = String((row?.["values"] as Record<string, unknown> | undefined)?.["today"]);
  let before = "";
  let text = "";
  for (const part of field.type.pattern) {
    if (part.kind === "counter") {
      const next = await work.connection.row(sequenceQuery(`${entity.name}.${field.name}`, before));
      text += String(next?.["value"]).padStart(part.digits, "0");
      continue;
    }
    const piece = part.kind === "text" ? part.text : part.kind === "year" ? today.slice(0, 4) : part.kind === "month" ? today.slice(5, 7) : String(values[part.field] ?? "");
    before += piece;
    text += piece;
  }
  return text;
}

const at = { file: 0, from: 0, to: 0 };
const todayExpression = { kind: "call", function: "today", arguments: [], type: { kind: "date" }, nullable: false, span: at } as const;

/** What the API calls the record now; used where a caller needs it inside the transaction. */
export const storedRecord = whole;
