/** Writes one record and its parts: defaults, sequences, references looked up, the starting state. */
import { fileReadableQuery, findQuery, insertQueries, mayRead, ownDefaultQuery, readsOwnRecord, system, valuesQuery, type Reader } from "@nonet/database";
import { entityOf, fieldOf, type Entity, type Field } from "@nonet/model";
import type { Expression } from "@nonet/feel";
import { chooseStarts, firstStates } from "./enter-record.ts";
import { newId } from "./ask-first.ts";
import { withoutRole } from "./has-role.ts";
import { together } from "./together.ts";
import { isId } from "./read-values.ts";
import { randomValues } from "./random-values.ts";
import { firstNumbers, takeNumbers } from "./take-numbers.ts";
import { problem } from "./refusal.ts";
import { keepWholes, personOf, sendAll, touch, variablesOf, whole, type Touched, type Work } from "./work.ts";
import { noteSecrets } from "./secret-changes.ts";
import { wholeNamed } from "./whole-of-part.ts";

/** Inserts a record with its defaults, numbers and state; `values` by field name, `{find, value}` for references by a unique field. */
export async function insertRecord(work: Work, entity: Entity, given: Readonly<Record<string, unknown>>, action: string, state?: string | null, sent = false): Promise<Touched> {
  const id = newId(work);
  // None of these hangs on another: they are sent together.
  const [defaults, resolved, numbers] = await together([defaultsOf(work, entity, given), resolveReferences(work, entity, given, sent), firstNumbers(work, entity)]);
  const values: Record<string, unknown> = { ...defaults, ...resolved };
  await addOwnDefaults(work, entity, given, values);
  const began = firstStates(work, entity, given, state);
  Object.assign(values, began);
  const once: Record<string, string> = {};
  Object.assign(values, await randomValues(work, entity, once), numbers);
  if (entity.partOf) await keepWholes(work, wholeNamed(work.product, entity.name, { [fieldOf(entity, entity.partOf.field)?.key ?? ""]: { id: values[entity.partOf.field] } }));
  const touched = await touch(work, entity.name, id, action, true);
  noteSecrets(touched, entity, values);
  await sendAll(work, insertQueries(work.product, entity.name, { id, by: personOf(work.actor), values }));
  if (Object.keys(once).length > 0) work.once.set(id, once);
  await chooseStarts(work, entity, touched, given, state, began);
  await takeNumbers(work, entity, id, null);
  await takeNumbers(work, entity, id, action);
  return touched;
}

/** Defaults of what wasn't given, evaluated by PostgreSQL before there is a record. */
async function defaultsOf(work: Work, entity: Entity, given: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
  const all = entity.fields.filter((f) => f.default !== null && !(f.name in given) && !readsOwnRecord(f));
  const known: Record<string, unknown> = {};
  for (const f of all) if (isKnown(f.default!)) known[f.name] = f.default!.kind === "literal" ? literalJson(f.default!) : personOf(work.actor);
  const wanted = all.filter((f) => !(f.name in known));
  if (wanted.length === 0) return known;
  const row = await work.connection.row(
    valuesQuery(
      work.product,
      null,
      null,
      wanted.map((f) => ({ name: f.name, expression: f.default! })),
      variablesOf(work, undefined),
    ),
  );
  const values: Record<string, unknown> = { ...known, ...(row?.["values"] as Record<string, unknown>) };
  for (const [name, value] of Object.entries(values)) if (isReference(value)) values[name] = value.id;
  return values;
}

/** Who acts, and what stands in the document as it is, are known without asking. */
const isKnown = (e: Expression): boolean => (e.kind === "variable" && e.name === "me") || (e.kind === "literal" && literalJson(e) !== undefined);

/** As PostgreSQL would give it; undefined for what it is asked about. */
function literalJson({ type, value }: Expression & { kind: "literal" }): unknown {
  if (type.kind === "boolean" || type.kind === "string") return value;
  return type.kind === "number" && type.integer === true && type.unit === undefined && typeof value === "string" && /^-?\d{1,15}$/.test(value) ? Number(value) : undefined;
}

/** Then the defaults that read the record itself, each over what is there by then, in the document's order. */
async function addOwnDefaults(work: Work, entity: Entity, given: Readonly<Record<string, unknown>>, values: Record<string, unknown>): Promise<void> {
  for (const field of entity.fields) {
    if (field.default === null || field.name in given || !readsOwnRecord(field)) continue;
    const row = await work.connection.row(ownDefaultQuery(work.product, entity.name, field, values, variablesOf(work, undefined)));
    const value = (row?.["prefill"] as Record<string, unknown> | undefined)?.[field.name] ?? null;
    values[field.name] = isReference(value) ? value.id : value;
  }
}

const isReference = (value: unknown): value is { id: string } => value !== null && typeof value === "object" && "id" in value;

/**
 * Replaces `{find, value}` by the id it names; an error where nothing or more than one thing has that value. `sent`: who
 * acts has sent it, and for them only what they may read is there.
 */
export async function resolveReferences(work: Work, entity: Entity, given: Readonly<Record<string, unknown>>, sent = false): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = { ...given };
  for (const field of entity.fields) {
    const value = given[field.name];
    if (value === undefined || value === null) continue;
    if (field.type.kind === "file") await requireFiles(work, field, value);
    if (field.type.kind !== "reference" && field.type.kind !== "references") continue;
    const many = Array.isArray(value);
    const ids: unknown[] = [];
    for (const one of many ? value : [value]) ids.push(await resolveOne(work, field, field.type.entity, one, sent && work.actor.kind !== "system" ? work.reader : null));
    values[field.name] = many ? [...new Set(ids.filter((id) => id !== null))] : ids[0];
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
    else if (field.type.kind === "file" && field.type.image && !String(file["type"]).startsWith("image/"))
      work.errors.push(problem("invalid-value", "An image is needed here.", { field: field.key }));
  }
}

async function resolveOne(work: Work, field: Field, target: string, value: unknown, reader: Reader | null): Promise<string | null> {
  const referred = entityOf(work.product, target);
  let query;
  if (value !== null && typeof value === "object" && "find" in value) {
    const by = value as { find: string; value: unknown };
    const known = referred?.fields.find(
      (f) => (f.key === by.find || f.name === by.find) && (f.unique || f.type.kind === "sequence") && (!reader || mayRead(work.product, reader, target, f.name) !== "never"),
    );
    if (!known && by.find !== "shownAs") {
      work.errors.push(problem("invalid-value", `${by.find} isn't a unique field of ${target}; name one that is, or give the id.`, { field: field.key }));
      return null;
    }
    query = findQuery(work.product, target, known?.name ?? null, by.value, reader);
  } else query = findQuery(work.product, target, "id", value, reader);
  const rows = await work.connection.rows(query);
  if (rows.length === 1) {
    const id = rows[0]!["id"] as string;
    const wrong = await withoutRole(work, field, id);
    if (wrong) work.errors.push(wrong);
    return wrong ? null : id;
  }
  work.errors.push(
    problem("invalid-value", rows.length === 0 ? `There is no such ${target.toLowerCase()}.` : `More than one ${target.toLowerCase()} has that value; give the id.`, {
      field: field.key,
    }),
  );
  return null;
}

/** What the API calls the record now; used where a caller needs it inside the transaction. */
export const storedRecord = whole;
