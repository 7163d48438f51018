/** What a person asks for, with every permission in front of it: create, update, delete, an action. */
import { fieldGrantQuery, grantQuery, guardQuery, mayEver, recordQuery, updateQueries } from "@nonet/database";
import { entityOf, machineOf, type Entity } from "@nonet/model";
import { withArticle } from "./article.ts";
import { deleteRecord } from "./delete-record.ts";
import { runStatements } from "./effects.ts";
import { formRefusal } from "./form-errors.ts";
import { label, partLists, readValues } from "./read-values.ts";
import { guardHolds, mayRun, runAction } from "./run-action.ts";
import { lineOf, notFound, notPermitted, notSignedIn, problem, refuse, wordsAt } from "./refusal.ts";
import { insertRecord, resolveReferences } from "./store-record.ts";
import { saveParts } from "./save-parts.ts";
import { stop, touch, variablesOf, whole, type Touched, type Work } from "./work.ts";
import type { Change, Values } from "./engine.ts";

/** Gives the id of the record it was about. */
export async function applyChange(work: Work, change: Change): Promise<string> {
  const entity = entityOf(work.product, change.entity);
  if (!entity) return stop(notFound(change.entity));
  switch (change.kind) {
    case "create":
      return createRecord(work, entity, change.values, change.action ?? null);
    case "update":
      await seen(work, entity, change.id, change.ifVersion);
      await updateRecord(work, entity, change.id, change.values);
      return change.id;
    case "delete":
      await seen(work, entity, change.id, change.ifVersion);
      await permitted(work, entity, change.id, "delete");
      await deleteRecord(work, entity.name, change.id);
      return change.id;
    case "action":
      await seen(work, entity, change.id, change.ifVersion ?? "any");
      if (!machineOf(work.product, entity.name)?.actions.some((a) => a.name === change.action)) stop(notFound("Action"));
      await runAction(work, entity.name, change.id, change.action, change.asked, work.actor.kind === "system" ? "system" : "person");
      return change.id;
  }
}

/** What may not be read isn't there; what changed meanwhile is said. */
async function seen(work: Work, entity: Entity, id: string, ifVersion: number | "any"): Promise<void> {
  const visible = await work.connection.row(recordQuery(work.product, work.reader, entity.name, id));
  if (!visible) stop(work.actor.kind === "anyone" ? notSignedIn() : notFound(entity.name));
  await touch(work, entity.name, id, "update");
  work.touched.get(id)!.actions.length = 0;
  const version = Number((await whole(work, entity.name, id))?.["version"]);
  if (ifVersion !== "any" && version !== ifVersion) stop(refuse("changed meanwhile", problem("changed-meanwhile", `Somebody changed this ${entity.name} meanwhile; read it again before you change it.`)));
}

async function permitted(work: Work, entity: Entity, id: string, verb: "create" | "update" | "delete"): Promise<void> {
  if (work.actor.kind === "system") return;
  const row = await work.connection.row(grantQuery(work.product, work.reader, entity.name, verb, id));
  if (row?.["allowed"] !== true) stop(work.actor.kind === "anyone" ? notSignedIn() : notPermitted(`You may not ${verb} this ${entity.name}.`));
}

async function createRecord(work: Work, entity: Entity, sent: Values, actionName: string | null): Promise<string> {
  if (work.actor.kind !== "system" && !mayEver(work.product, work.reader, entity.name, "create") && !startsByAction(work, entity)) stop(work.actor.kind === "anyone" ? notSignedIn() : notPermitted(`You may not create ${withArticle(entity.name)}.`));
  const lists = partLists(entity, work.product.entities);
  const read = readValues(entity.fields, sent, lists.map((l) => l.key));
  const wrong = formRefusal(work.product, entity.fields, read, entity);
  if (wrong) stop(wrong);
  const values = { ...read.values };
  for (const name of Object.keys(values)) if (values[name] === null && entity.fields.find((f) => f.name === name)?.required === true && entity.fields.find((f) => f.name === name)?.default) delete values[name];
  refuseUnwritable(work, entity, values, null);
  const machine = machineOf(work.product, entity.name);
  const entries = machine?.transitions.filter((t) => t.from === null && t.trigger.kind === "action" && (actionName === null || t.trigger.action === actionName)) ?? [];
  const touched = await insertRecord(work, entity, values, entries.length > 0 && entries[0]!.trigger.kind === "action" ? entries[0]!.trigger.action : "create", entries[0]?.to ?? undefined);
  await saveParts(work, entity, touched.id, read.parts);
  if (work.actor.kind !== "system") {
    if (!startsByAction(work, entity)) await permitted(work, entity, touched.id, "create");
    await fieldsPermitted(work, entity, touched.id, Object.keys(values), "create");
  }
  if (entries.length > 0) await enter(work, entity, touched, entries);
  return touched.id;
}

const startsByAction = (work: Work, entity: Entity): boolean => machineOf(work.product, entity.name)?.transitions.some((t) => t.from === null && t.trigger.kind === "action") ?? false;

/** The `(new)` row whose Who and guard hold. */
async function enter(work: Work, entity: Entity, touched: Touched, entries: readonly import("@nonet/model").Transition[]): Promise<void> {
  const mine = [];
  for (const row of entries) if (work.actor.kind === "system" || (await mayRun(work, entity.name, touched.id, row))) mine.push(row);
  if (mine.length === 0) stop(notPermitted(`You may not create ${withArticle(entity.name)}.`, lineOf(work.product, entries[0]!.source)));
  for (const row of mine) {
    if (!(await guardHolds(work, entity.name, touched.id, touched, row))) continue;
    if (row.to !== null) await work.connection.all(updateQueries(work.product, entity.name, touched.id, { state: row.to }));
    return runStatements(work, { entity: entity.name, id: touched.id, action: row.trigger.kind === "action" ? row.trigger.action : "create", others: {} }, row.then);
  }
  stop(refuse("conflict", problem("guard", `That is possible only when ${wordsAt(work.product, mine[0]!.guard!.source)}.`, { line: lineOf(work.product, mine[0]!.source) })));
}

async function updateRecord(work: Work, entity: Entity, id: string, sent: Values): Promise<void> {
  const lists = partLists(entity, work.product.entities);
  if ("state" in sent) stop(refuse("conflict", problem("state-by-action", "A state changes by its actions, not by writing it.", { field: "state" })));
  const read = readValues(entity.fields, sent, lists.map((l) => l.key));
  const wrong = formRefusal(work.product, entity.fields, read, null);
  if (wrong) stop(wrong);
  const touched = await touch(work, entity.name, id, "update");
  await permitted(work, entity, id, "update");
  const given = Object.fromEntries(Object.entries(read.values).filter(([name, value]) => differs(entity, touched, name, value)));
  await notLocked(work, entity, touched);
  refuseUnwritable(work, entity, given, touched);
  await refuseReadOnlyWhen(work, entity, given, touched);
  if (work.actor.kind !== "system") await fieldsPermitted(work, entity, id, [...Object.keys(given), ...lists.filter((l) => l.key in read.parts).map((l) => l.list)], "update");
  const values = await resolveReferences(work, entity, given);
  if (Object.keys(values).length > 0) await work.connection.all(updateQueries(work.product, entity.name, id, values));
  await saveParts(work, entity, id, read.parts);
}

/** A value that is already there is no change: a form may send all it shows. */
function differs(entity: Entity, touched: Touched, name: string, value: unknown): boolean {
  const before = touched.before?.[entity.fields.find((f) => f.name === name)?.key ?? name] ?? null;
  const plain = (v: unknown): unknown => (Array.isArray(v) ? v.map(plain) : v !== null && typeof v === "object" && "id" in v ? v.id : v);
  return JSON.stringify(plain(before)) !== JSON.stringify(plain(value));
}

async function notLocked(work: Work, entity: Entity, touched: Touched): Promise<void> {
  if (!entity.lockedWhile || work.actor.kind === "system") return;
  const row = await work.connection.row(guardQuery(work.product, entity.name, touched.id, entity.lockedWhile.expression, variablesOf(work, touched)));
  if (row?.["holds"] === true) stop(refuse("conflict", problem("locked", `This ${entity.name} is locked: ${wordsAt(work.product, entity.lockedWhile.source)}.`, { line: lineOf(work.product, entity.lockedWhile.source) })));
}

/** Computed, read-only and set-once fields can't be written by anybody. */
function refuseUnwritable(work: Work, entity: Entity, values: Readonly<Record<string, unknown>>, touched: Touched | null): void {
  for (const name of Object.keys(values)) {
    const field = entity.fields.find((f) => f.name === name);
    if (!field) continue;
    const why = field.computed ? "is computed" : field.readOnly === true ? "is set by the product" : field.setOnce && touched && (touched.before?.[field.key] ?? null) !== null ? "can be set only once" : null;
    if (entity.builtIn && ["roles", "active"].includes(name) && work.actor.kind !== "system") stop(notPermitted(`Only the Owner gives roles and lets people in, among the people of the product.`));
    if (why) work.errors.push(problem("read-only", `${label(field)} ${why} and can't be written.`, { field: field.key, line: lineOf(work.product, field.source) }));
  }
  if (work.errors.length > 0) stop(refuse("invalid", ...work.errors));
}

async function refuseReadOnlyWhen(work: Work, entity: Entity, values: Readonly<Record<string, unknown>>, touched: Touched): Promise<void> {
  for (const field of entity.fields) {
    if (!(field.name in values) || typeof field.readOnly !== "object") continue;
    const row = await work.connection.row(guardQuery(work.product, entity.name, touched.id, field.readOnly.expression, variablesOf(work, touched)));
    if (row?.["holds"] === true) stop(refuse("conflict", problem("read-only", `${label(field)} can't be changed when ${wordsAt(work.product, field.readOnly.source)}.`, { field: field.key, line: lineOf(work.product, field.source) })));
  }
}

async function fieldsPermitted(work: Work, entity: Entity, id: string, names: readonly string[], verb: "create" | "update"): Promise<void> {
  const row = await work.connection.row(fieldGrantQuery(work.product, work.reader, entity.name, verb, id));
  const allowed = new Set((row?.["fields"] as string[] | undefined) ?? []);
  const refused = names.filter((n) => !allowed.has(n) && entity.fields.some((f) => f.name === n));
  if (refused.length > 0) stop(refuse("not permitted", ...refused.map((n) => problem("not-permitted", `You may not set ${n} of this ${entity.name}.`, { field: entity.fields.find((f) => f.name === n)!.key }))));
}
