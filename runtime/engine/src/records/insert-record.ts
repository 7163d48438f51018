/** Writes one record and its parts: defaults, sequences, references looked up, the starting state. */
import { insertQueries, ownDefaultQuery, readsOwnRecord, valuesQuery } from "@nonet/database";
import type { Expression } from "@nonet/feel";
import { type Entity, fieldOf } from "@nonet/model";
import { keepWholes, personOf, sendAll, lockForWrite, type ChangedRecord, variablesOf, type ChangeContext } from "../change/change-context.ts";
import { newId } from "../change/retry-state.ts";
import { noteSecrets } from "../change/secret-changes.ts";
import { inParallel } from "../connection/pipeline.ts";
import { wholeNamed } from "../input/parts.ts";
import { isReference } from "../input/reference-id.ts";
import { storable } from "../input/rich-text.ts";
import { chooseStarts, firstStates } from "./initial-state.ts";
import { randomValues } from "./random-values.ts";
import { resolveReferences } from "./resolve-references.ts";
import { firstNumbers, takeNumbers } from "./sequence-numbers.ts";

/** Inserts a record with its defaults, numbers and state; `values` by field name, `{find, value}` for references by a unique field. */
export async function insertRecord(
  work: ChangeContext,
  entity: Entity,
  given: Readonly<Record<string, unknown>>,
  action: string,
  state?: string | null,
  sent = false,
): Promise<ChangedRecord> {
  const id = newId(work);
  // None of these hangs on another: they are sent together.
  const [defaults, resolved, numbers] = await inParallel([defaultsOf(work, entity, given), resolveReferences(work, entity, given, sent), firstNumbers(work, entity)]);
  const values: Record<string, unknown> = { ...defaults, ...resolved };
  await addOwnDefaults(work, entity, given, values);
  const began = firstStates(work, entity, given, state);
  Object.assign(values, began);
  const once: Record<string, string> = {};
  Object.assign(values, await randomValues(work, entity, once), numbers);
  // What was sent has been cleaned where it was read; a default hasn't.
  for (const field of entity.fields) if (field.name in values && !(field.name in resolved)) values[field.name] = storable(field, values[field.name]);
  if (entity.partOf) await keepWholes(work, wholeNamed(work.product, entity.name, { [fieldOf(entity, entity.partOf.field)?.key ?? ""]: { id: values[entity.partOf.field] } }));
  const touched = await lockForWrite(work, entity.name, id, action, true);
  noteSecrets(touched, entity, values);
  await sendAll(work, insertQueries(work.product, entity.name, { id, by: personOf(work.actor), values }));
  if (Object.keys(once).length > 0) work.once.set(id, once);
  await chooseStarts(work, entity, touched, given, state, began);
  await takeNumbers(work, entity, id, null);
  await takeNumbers(work, entity, id, action);
  return touched;
}

/** Defaults of what wasn't given, evaluated by PostgreSQL before there is a record. */
async function defaultsOf(work: ChangeContext, entity: Entity, given: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
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
async function addOwnDefaults(work: ChangeContext, entity: Entity, given: Readonly<Record<string, unknown>>, values: Record<string, unknown>): Promise<void> {
  for (const field of entity.fields) {
    if (field.default === null || field.name in given || !readsOwnRecord(field)) continue;
    const row = await work.connection.row(ownDefaultQuery(work.product, entity.name, field, values, variablesOf(work, undefined)));
    const value = (row?.["prefill"] as Record<string, unknown> | undefined)?.[field.name] ?? null;
    values[field.name] = isReference(value) ? value.id : value;
  }
}
