/**
 * Saves owned parts with their whole, parts of parts too: those with an id are changed, those without are new,
 * those left out are gone. Each part is asked for its own permission where point 6 has a row for it, else its whole's
 * has been asked already; what is wrong is placed at the part (`lines/2/quantity`).
 */
import { grantQuery, updateQueries } from "@nonet/database";
import type { Entity, Field } from "@nonet/model";
import { withArticle } from "./article.ts";
import { fieldsPermitted, lockOf, refuseReadOnlyWhen, whyUnwritable } from "./writable.ts";
import { deleteRecord } from "./delete-record.ts";
import { formErrors } from "./form-errors.ts";
import { enterBy, entranceOf, type Entrance } from "./enter-record.ts";
import { readAsked } from "./read-asked.ts";
import { isId, label, partLists, readValues, type Read } from "./read-values.ts";
import { insertRecord, resolveReferences } from "./store-record.ts";
import { saidAt, notPermitted, problem, refuse } from "./refusal.ts";
import { grantSaidAt } from "./said-who.ts";
import { Stopped, stop, touch, type Touched, type Work } from "./work.ts";
import type { Row } from "./connection.ts";
import type { FieldError, Values } from "./engine.ts";
import { noteSecrets } from "./secret-changes.ts";

/** Gives whether anything was sent for a list of parts; `locked` is what a part's own lock has against changes of its parts. */
export async function saveParts(
  work: Work,
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

async function savePart(work: Work, part: Entity, whole: string, known: Map<string, Row>, sent: Values, path: string, held: FieldError | null): Promise<void> {
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

async function createPart(work: Work, part: Entity, whole: string, entrance: Entrance, read: Read, path: string, locked: FieldError | null): Promise<void> {
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

/** A required field that is sent empty takes its default; what may be empty stays so. */
export const withRequiredDefaults = (entity: Entity, sent: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(sent).filter(([name, value]) => value !== null || !entity.fields.some((f) => f.name === name && f.required === true && f.default)));

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
  work: Work,
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
  const touched = await touch(work, part.name, id, "update");
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

/** A value that is already there is no change: a form sends all it shows. */
export function differs(entity: Entity, before: Row | null, name: string, value: unknown): boolean {
  const was = before?.[entity.fields.find((f) => f.name === name)?.key ?? name] ?? null;
  return JSON.stringify(plain(was)) !== JSON.stringify(plain(value));
}

const plain = (v: unknown): unknown => (Array.isArray(v) ? v.map(plain) : v !== null && typeof v === "object" && "id" in v ? v.id : v);

function unwritable(work: Work, part: Entity, values: Readonly<Record<string, unknown>>, touched: Touched | null, path: string): boolean {
  const refused = Object.keys(values).flatMap((name): { field: Field; why: string }[] => {
    const field = part.fields.find((f) => f.name === name);
    const why = field && whyUnwritable(field, touched);
    return field && why ? [{ field, why }] : [];
  });
  for (const { field, why } of refused)
    work.errors.push(problem("read-only", `${label(field)} ${why} and can't be written.`, { field: `${path}/${field.key}`, ...saidAt(work.product, field.source) }));
  return refused.length > 0;
}

function placeErrors(work: Work, from: number, path: string): void {
  for (let i = from; i < work.errors.length; i++) work.errors[i] = { ...work.errors[i]!, field: placeOf(work.errors[i]!.field, path) };
}

const hasRows = (work: Work, part: Entity): boolean =>
  work.product.permissions.grants.some((g) => g.entity === part.name && (g.fields === null || !g.fields.every((f) => isFieldRow(work, part, f))));
const isFieldRow = (work: Work, part: Entity, field: string): boolean => work.product.permissions.fieldRows.some((r) => r.entity === part.name && r.field === field);
/** What the person sets of a part without rows of its own is the whole's to permit, but for fields with a row. */
const asked = (work: Work, part: Entity, names: readonly string[]): readonly string[] => (hasRows(work, part) ? names : names.filter((n) => isFieldRow(work, part, n)));

async function mayDo(work: Work, part: Entity, id: string, verb: "create" | "update" | "delete"): Promise<void> {
  if (work.actor.kind === "system" || !hasRows(work, part)) return;
  const row = await work.connection.row(grantQuery(work.product, work.reader, part.name, verb, id));
  if (row?.["allowed"] !== true)
    stop(notPermitted(verb === "create" ? `You may not create ${withArticle(part.name)}.` : `You may not ${verb} this ${part.name}.`, grantSaidAt(work.product, part.name, verb)));
}
