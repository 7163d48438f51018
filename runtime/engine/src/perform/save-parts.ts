/**
 * Saves owned parts with their whole, parts of parts too: those with an id are changed, those without are new,
 * those left out are gone. Each part is asked for its own permission where point 6 has a row for it, else its whole's
 * has been asked already; what is wrong is placed at the part (`lines/2/quantity`).
 */
import { grantQuery, updateQueries } from "@nonet/database";
import { type Entity, type Field, sourceLocation } from "@nonet/model";
import { parseActionInput } from "../actions/action-input.ts";
import { chooseCreation, type CreationChoice } from "../actions/creation-row.ts";
import type { ChangeContext, ChangedRecord } from "../change/change-context.ts";
import { lockForWrite } from "../change/lock-record.ts";
import { noteSecrets } from "../change/secret-changes.ts";
import type { Row } from "../connection/contract.ts";
import type { Values } from "../contract/actor.ts";
import type { FieldError } from "../contract/outcome.ts";
import { createByRow } from "../effects/create-by-row.ts";
import { differs, withRequiredDefaults } from "../input/changed-values.ts";
import { fieldLabel } from "../input/field-label.ts";
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
  context: ChangeContext,
  whole: Entity,
  id: string,
  parts: Readonly<Record<string, readonly Values[]>>,
  before: Row | null,
  at = "",
  locked: FieldError | null = null,
): Promise<boolean> {
  let saved = false;
  for (const { key, part } of partLists(whole, context.product.entities)) {
    const sent = parts[key];
    if (!sent) continue;
    saved = true;
    const there = before?.[key];
    const known = new Map((Array.isArray(there) ? (there as Row[]) : []).map((p) => [String(p["id"]), p]));
    for (const [index, values] of sent.entries()) await savePart(context, part, id, known, values, `${at}${key}/${index}`, locked);
    for (const gone of known.keys()) {
      refuseLocked(locked ?? (await lockOf(context, part, gone, undefined)), `${at}${key}`);
      await mayDo(context, part, gone, "delete");
      // Its whole stays, so it is deleted for itself.
      await placed(`${at}${key}`, deleteRecord(context, part.name, gone));
    }
  }
  return saved;
}

async function savePart(context: ChangeContext, part: Entity, whole: string, known: Map<string, Row>, sent: Values, path: string, held: FieldError | null): Promise<void> {
  const { id, ...rest } = sent as { id?: unknown };
  const lists = partLists(part, context.product.entities).map((l) => l.key);
  const back = part.partOf!.field;
  const isNew = id === undefined || id === null;
  const entrance = isNew ? chooseCreation(context, part.name, withoutBack(part, back, rest), null) : null;
  const read = readValues(part.fields, entrance?.own ?? withoutBack(part, back, rest), lists);
  if (!isNew && (!isId(id) || !known.has(id))) return void context.errors.push(problem("not-found", `There is no such ${part.name.toLowerCase()} here.`, { field: path }));
  const errors = formErrors(context.product, part.fields, read, isNew ? part : null, back);
  context.errors.push(...errors.map((e) => ({ ...e, field: `${path}/${e.field ?? ""}` })));
  if (errors.length > 0) return void (isNew || known.delete(id as string));
  const before = isNew ? null : known.get(id as string)!;
  if (!isNew) known.delete(id as string);
  // Asked before anything of it is written: what locks it afterwards doesn't bind the change that brings it about.
  const locked = held ?? (isNew ? null : await lockOf(context, part, id as string, undefined));
  if (entrance) return createPart(context, part, whole, entrance, read, path, locked);
  const partId = await changePart(context, part, id as string, read.values, before!, path, locked);
  if (partId !== null) await saveParts(context, part, partId, read.parts, before, `${path}/`, locked);
}

function refuseLocked(locked: FieldError | null, path: string): void {
  if (locked) stop(refuse("conflict", { ...locked, field: path }));
}

/** The part's reference to its whole says nothing new inside the whole. */
const withoutBack = (part: Entity, back: string, values: Values): Values => {
  const key = part.fields.find((f) => f.name === back)?.key ?? back;
  return Object.fromEntries(Object.entries(values).filter(([k]) => k !== key && k !== back));
};

async function createPart(context: ChangeContext, part: Entity, whole: string, entrance: CreationChoice, read: Read, path: string, locked: FieldError | null): Promise<void> {
  refuseLocked(locked, path);
  const values = withRequiredDefaults(part, read.values);
  if (unwritable(context, part, values, null, path)) return;
  const found = context.errors.length;
  // Its files are asked for where it is made.
  const resolved = await resolveReferences(context, { ...part, fields: part.fields.filter((f) => f.type.kind !== "file") }, values, true);
  const { entries, asking } = entrance;
  const touched = await insertRecord(context, part, { ...resolved, [part.partOf!.field]: whole }, "create", entries[0]?.to ?? undefined);
  placeErrors(context, found, path);
  context.paths.set(touched.id, path);
  const before = context.errors.length;
  if (asking) await placed(path, parseActionInput(context, part.name, asking, touched, entrance.asked, true));
  placeErrors(context, before, path);
  await mayDo(context, part, touched.id, "create");
  await fieldsPermitted(context, part, touched.id, asked(context, part, Object.keys(values)), "create");
  await saveParts(context, part, touched.id, read.parts, null, `${path}/`, locked);
  // An entity with `(new)` rows comes into being only by one of them.
  if (entries.length > 0) await placed(path, createByRow(context, part, touched, entries, "person", !hasRows(context, part)));
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
  context: ChangeContext,
  part: Entity,
  id: string,
  values: Readonly<Record<string, unknown>>,
  before: Row,
  path: string,
  locked: FieldError | null,
): Promise<string | null> {
  context.paths.set(id, path);
  const given = Object.fromEntries(Object.entries(values).filter(([name, value]) => differs(part, before, name, value)));
  if (Object.keys(given).length === 0) return id;
  refuseLocked(locked, path);
  const touched = await lockForWrite(context, part.name, id, "update");
  if (unwritable(context, part, given, touched, path)) return null;
  await mayDo(context, part, id, "update");
  await fieldsPermitted(context, part, id, asked(context, part, Object.keys(given)), "update");
  await refuseReadOnlyWhen(context, part, given, touched);
  const found = context.errors.length;
  const resolved = await resolveReferences(context, part, given, true);
  placeErrors(context, found, path);
  noteSecrets(touched, part, resolved);
  await context.connection.all(updateQueries(context.product, part.name, id, resolved));
  return id;
}

function unwritable(context: ChangeContext, part: Entity, values: Readonly<Record<string, unknown>>, touched: ChangedRecord | null, path: string): boolean {
  const refused = Object.keys(values).flatMap((name): { field: Field; why: string }[] => {
    const field = part.fields.find((f) => f.name === name);
    const why = field && whyUnwritable(field, touched);
    return field && why ? [{ field, why }] : [];
  });
  for (const { field, why } of refused)
    context.errors.push(
      problem("read-only", `${fieldLabel(field)} ${why} and can't be written.`, { field: `${path}/${field.key}`, ...sourceLocation(context.product, field.source) }),
    );
  return refused.length > 0;
}

function placeErrors(context: ChangeContext, from: number, path: string): void {
  for (let i = from; i < context.errors.length; i++) context.errors[i] = { ...context.errors[i]!, field: placeOf(context.errors[i]!.field, path) };
}

const hasRows = (context: ChangeContext, part: Entity): boolean =>
  context.product.permissions.grants.some((g) => g.entity === part.name && (g.fields === null || !g.fields.every((f) => isFieldRow(context, part, f))));
const isFieldRow = (context: ChangeContext, part: Entity, field: string): boolean => context.product.permissions.fieldRows.some((r) => r.entity === part.name && r.field === field);
/** What the person sets of a part without rows of its own is the whole's to permit, but for fields with a row. */
const asked = (context: ChangeContext, part: Entity, names: readonly string[]): readonly string[] =>
  hasRows(context, part) ? names : names.filter((n) => isFieldRow(context, part, n));

async function mayDo(context: ChangeContext, part: Entity, id: string, verb: "create" | "update" | "delete"): Promise<void> {
  if (context.actor.kind === "system" || !hasRows(context, part)) return;
  const row = await context.connection.row(grantQuery(context.product, context.reader, part.name, verb, id));
  if (row?.["allowed"] !== true)
    stop(
      notPermitted(verb === "create" ? `You may not create ${withArticle(part.name)}.` : `You may not ${verb} this ${part.name}.`, grantLocation(context.product, part.name, verb)),
    );
}
