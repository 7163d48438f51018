/**
 * Saves owned parts with their whole, parts of parts too: those with an id are changed, those without are new,
 * those left out are gone. Each part is asked for its own permission where point 6 has a row for it, else its whole's
 * has been asked already; what is wrong is placed at the part (`lines/2/quantity`).
 */
import { grantQuery, updateQueries } from "@nonet/database";
import { type Entity, type Field, sourceLocation } from "@nonet/model";
import { readAsked } from "../actions/action-input.ts";
import { type Entrance, entranceOf } from "../actions/creation-row.ts";
import { lockForWrite, type ChangedRecord, type ChangeContext } from "../change/change-context.ts";
import { noteSecrets } from "../change/secret-changes.ts";
import type { Row } from "../connection/contract.ts";
import type { Values } from "../contract/actor.ts";
import type { FieldError } from "../contract/outcome.ts";
import { enterBy } from "../effects/create-by-row.ts";
import { differs, withRequiredDefaults } from "../input/changed-values.ts";
import { label } from "../input/field-label.ts";
import { isId } from "../input/formats.ts";
import { formErrors } from "../input/input-errors.ts";
import { type Read, readValues } from "../input/parse-values.ts";
import { partLists } from "../input/parts.ts";
import { deleteRecord } from "../records/delete-record.ts";
import { insertRecord } from "../records/insert-record.ts";
import { lockOf } from "../records/locked-while.ts";
import { resolveReferences } from "../records/resolve-references.ts";
import { fieldsPermitted, refuseReadOnlyWhen, whyUnwritable } from "../records/write-permission.ts";
import { withArticle } from "../refusals/article.ts";
import { grantLocation } from "../refusals/granting-line.ts";
import { notPermitted, problem, refuse } from "../refusals/refusal.ts";
import { stop, Stopped } from "../refusals/stop.ts";

/** Gives whether anything was sent for a list of parts; `locked` is what a part's own lock has against changes of its parts. */
export async function saveParts(
  work: ChangeContext,
  whole: Entity,
  id: string,
  parts: Readonly<Record<string, readonly Values[]>>,
  before: Row | null,
  at = "",
  locked: FieldError | null = null,
): Promise<boolean> {
  let saved = false;
  for (const { key, part } of partLists(whole, work.product.entities)) {
    const sent = parts[key];
    if (!sent) continue;
    saved = true;
    const there = before?.[key];
    const known = new Map((Array.isArray(there) ? (there as Row[]) : []).map((p) => [String(p["id"]), p]));
    for (const [index, values] of sent.entries()) await savePart(work, part, id, known, values, `${at}${key}/${index}`, locked);
    for (const gone of known.keys()) {
      refuseLocked(locked ?? (await lockOf(work, part, gone, undefined)), `${at}${key}`);
      await mayDo(work, part, gone, "delete");
      // Its whole stays, so it is deleted for itself.
      await placed(`${at}${key}`, deleteRecord(work, part.name, gone));
    }
  }
  return saved;
}

async function savePart(work: ChangeContext, part: Entity, whole: string, known: Map<string, Row>, sent: Values, path: string, held: FieldError | null): Promise<void> {
  const { id, ...rest } = sent as { id?: unknown };
  const lists = partLists(part, work.product.entities).map((l) => l.key);
  const back = part.partOf!.field;
  const isNew = id === undefined || id === null;
  const entrance = isNew ? entranceOf(work, part.name, withoutBack(part, back, rest), null) : null;
  const read = readValues(part.fields, entrance?.own ?? withoutBack(part, back, rest), lists);
  if (!isNew && (!isId(id) || !known.has(id))) return void work.errors.push(problem("not-found", `There is no such ${part.name.toLowerCase()} here.`, { field: path }));
  const errors = formErrors(work.product, part.fields, read, isNew ? part : null, back);
  work.errors.push(...errors.map((e) => ({ ...e, field: `${path}/${e.field ?? ""}` })));
  if (errors.length > 0) return void (isNew || known.delete(id as string));
  const before = isNew ? null : known.get(id as string)!;
  if (!isNew) known.delete(id as string);
  // Asked before anything of it is written: what locks it afterwards doesn't bind the change that brings it about.
  const locked = held ?? (isNew ? null : await lockOf(work, part, id as string, undefined));
  if (entrance) return createPart(work, part, whole, entrance, read, path, locked);
  const partId = await changePart(work, part, id as string, read.values, before!, path, locked);
  if (partId !== null) await saveParts(work, part, partId, read.parts, before, `${path}/`, locked);
}

function refuseLocked(locked: FieldError | null, path: string): void {
  if (locked) stop(refuse("conflict", { ...locked, field: path }));
}

/** The part's reference to its whole says nothing new inside the whole. */
const withoutBack = (part: Entity, back: string, values: Values): Values => {
  const key = part.fields.find((f) => f.name === back)?.key ?? back;
  return Object.fromEntries(Object.entries(values).filter(([k]) => k !== key && k !== back));
};

async function createPart(work: ChangeContext, part: Entity, whole: string, entrance: Entrance, read: Read, path: string, locked: FieldError | null): Promise<void> {
  refuseLocked(locked, path);
  const values = withRequiredDefaults(part, read.values);
  if (unwritable(work, part, values, null, path)) return;
  const found = work.errors.length;
  // Its files are asked for where it is made.
  const resolved = await resolveReferences(work, { ...part, fields: part.fields.filter((f) => f.type.kind !== "file") }, values, true);
  const { entries, asking } = entrance;
  const touched = await insertRecord(work, part, { ...resolved, [part.partOf!.field]: whole }, "create", entries[0]?.to ?? undefined);
  placeErrors(work, found, path);
  work.places.set(touched.id, path);
  const before = work.errors.length;
  if (asking) await placed(path, readAsked(work, part.name, asking, touched, entrance.asked, true));
  placeErrors(work, before, path);
  await mayDo(work, part, touched.id, "create");
  await fieldsPermitted(work, part, touched.id, asked(work, part, Object.keys(values)), "create");
  await saveParts(work, part, touched.id, read.parts, null, `${path}/`, locked);
  // An entity with `(new)` rows comes into being only by one of them.
  if (entries.length > 0) await placed(path, enterBy(work, part, touched, entries, "person", !hasRows(work, part)));
}

/** What refuses a part says which. */
async function placed<T>(path: string, done: Promise<T>): Promise<T> {
  try {
    return await done;
  } catch (error) {
    if (error instanceof Stopped) throw new Stopped({ ...error.refusal, errors: error.refusal.errors.map((e) => ({ ...e, field: placeOf(e.field, path) })) });
    throw error;
  }
}

const placeOf = (field: string | null, path: string): string => (field === null ? path : `${path}/${field}`);

async function changePart(
  work: ChangeContext,
  part: Entity,
  id: string,
  values: Readonly<Record<string, unknown>>,
  before: Row,
  path: string,
  locked: FieldError | null,
): Promise<string | null> {
  work.places.set(id, path);
  const given = Object.fromEntries(Object.entries(values).filter(([name, value]) => differs(part, before, name, value)));
  if (Object.keys(given).length === 0) return id;
  refuseLocked(locked, path);
  const touched = await lockForWrite(work, part.name, id, "update");
  if (unwritable(work, part, given, touched, path)) return null;
  await mayDo(work, part, id, "update");
  await fieldsPermitted(work, part, id, asked(work, part, Object.keys(given)), "update");
  await refuseReadOnlyWhen(work, part, given, touched);
  const found = work.errors.length;
  const resolved = await resolveReferences(work, part, given, true);
  placeErrors(work, found, path);
  noteSecrets(touched, part, resolved);
  await work.connection.all(updateQueries(work.product, part.name, id, resolved));
  return id;
}

function unwritable(work: ChangeContext, part: Entity, values: Readonly<Record<string, unknown>>, touched: ChangedRecord | null, path: string): boolean {
  const refused = Object.keys(values).flatMap((name): { field: Field; why: string }[] => {
    const field = part.fields.find((f) => f.name === name);
    const why = field && whyUnwritable(field, touched);
    return field && why ? [{ field, why }] : [];
  });
  for (const { field, why } of refused)
    work.errors.push(problem("read-only", `${label(field)} ${why} and can't be written.`, { field: `${path}/${field.key}`, ...sourceLocation(work.product, field.source) }));
  return refused.length > 0;
}

function placeErrors(work: ChangeContext, from: number, path: string): void {
  for (let i = from; i < work.errors.length; i++) work.errors[i] = { ...work.errors[i]!, field: placeOf(work.errors[i]!.field, path) };
}

const hasRows = (work: ChangeContext, part: Entity): boolean =>
  work.product.permissions.grants.some((g) => g.entity === part.name && (g.fields === null || !g.fields.every((f) => isFieldRow(work, part, f))));
const isFieldRow = (work: ChangeContext, part: Entity, field: string): boolean => work.product.permissions.fieldRows.some((r) => r.entity === part.name && r.field === field);
/** What the person sets of a part without rows of its own is the whole's to permit, but for fields with a row. */
const asked = (work: ChangeContext, part: Entity, names: readonly string[]): readonly string[] => (hasRows(work, part) ? names : names.filter((n) => isFieldRow(work, part, n)));

async function mayDo(work: ChangeContext, part: Entity, id: string, verb: "create" | "update" | "delete"): Promise<void> {
  if (work.actor.kind === "system" || !hasRows(work, part)) return;
  const row = await work.connection.row(grantQuery(work.product, work.reader, part.name, verb, id));
  if (row?.["allowed"] !== true)
    stop(
      notPermitted(verb === "create" ? `You may not create ${withArticle(part.name)}.` : `You may not ${verb} this ${part.name}.`, grantLocation(work.product, part.name, verb)),
    );
}
