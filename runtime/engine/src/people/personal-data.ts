/**
 * A person's personal data, for the Owner alone: the export of everything that fields marked `personal` hold in records,
 * files and history, and its erasure in one transaction.
 */
import { isId } from "@nonet/model";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import {
  forgetFile,
  forgetHistoryQuery,
  forgetQueries,
  forgetTracesQueries,
  heldFilesQuery,
  personalFilesQuery,
  type PersonalGroup,
  personalGroups,
  personalHistoryQuery,
  personalIdsQuery,
  personalRecordsQuery,
  system,
  updateQueries,
} from "@nonet/database";
import { type ChangeContext } from "../change/change-context.ts";
import { sendAll } from "../change/write-fields.ts";
import { lockForWrite } from "../change/lock-record.ts";
import type { Connection, Row } from "../connection/contract.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { Change, Outcome, PerformOptions } from "../contract/outcome.ts";
import type { Origin } from "../contract/origin.ts";
import type { AccountData, PersonData } from "../contract/people.ts";
import { renameHistoryKeys } from "../maintenance/rename-history-keys.ts";
import { lockKeys } from "../perform/lock-keys.ts";
import { performSteps } from "../perform/perform.ts";
import { publishChanges } from "../perform/publish-changes.ts";
import { reevaluateDecisions } from "../perform/reevaluate-decisions.ts";
import { done, notFound, notPermitted, problem, refuse } from "../refusals/refusal.ts";
import { collectAccount } from "./account-data.ts";
import { refuseErasing } from "./refuse-erasing.ts";
import { stop } from "../refusals/stop.ts";
import { recordEvent, responsible } from "../security/record-event.ts";
import { say } from "@nonet/texts";

const isOwner = (actor: Actor): boolean => actor.kind === "system" || (actor.kind === "person" && actor.owner);

export async function exportPerson(running: Running, actor: Actor, id: string, origin?: Origin): Promise<Outcome<PersonData & { readonly account: AccountData }>> {
  const person = await personFor(running, actor, id);
  if (!person.ok) return person;
  await renameHistoryKeys(running.database);
  const data = await collect(running, running.database, person.value);
  if (await isOutdated(running, running.database)) return outdated();
  await recordEvent(running.database, { event: "personal-data-exported", user: person.value.id, by: responsible(actor), origin });
  return done({ ...data, account: await collectAccount(running.database, person.value.id) });
}

/** A change like any other, checked by every rule that reads an erased field; the history no longer has the erased values afterwards. */
export async function erasePerson(
  running: Running,
  actor: Actor,
  id: string,
  options: PerformOptions = {},
): Promise<Outcome<{ readonly records: number; readonly files: number }>> {
  const person = await personFor(running, actor, id);
  if (!person.ok) return person;
  if (actor.kind === "person" && actor.id === person.value.id) return refuse("conflict", problem("own-account", say("you-cant-erase-your-own-account-while")));
  const { product, database } = running;
  let paths: readonly string[] = [];
  let records: readonly string[] = [];
  let traced: readonly string[] = [];
  const outcome = await performSteps(
    running,
    { entity: "User", actor, options, keys: () => lockKeys(database, product, closing(person.value.id)), last: (work) => forgetTraces(work, person.value, traced) },
    async (work) => {
      const { connection } = work;
      if (await isOutdated(running, connection)) return stop(outdated());
      // Fields are erased by their present names, so pending renames in the history come first.
      await renameHistoryKeys(connection);
      const data = await collect(running, connection, person.value);
      records = [...new Set(data.records.map((r) => r.id))];
      // Records that once held the person's data, also deleted ones and those of others now, may appear in the history and the outbox.
      traced = [...new Set([...records, ...data.history.map((h) => h.record)])];
      // Everything is found before anything is erased: the field that says whose data it is may be erased too.
      const groups: Found[] = [];
      for (const group of personalGroups(product)) groups.push({ group, ...(await foundOf(connection, group, person.value.id)) });
      for (const { group, ids } of groups) await refuseErasing(work, group.entity, ids);
      for (const { group, ids } of groups) for (const id of ids) await touchErased(work, group.entity.name, id);
      await touchErased(work, "User", person.value.id);
      await emptyFields(work, groups);
      await sendAll(work, updateQueries(product, "User", person.value.id, { active: false, roles: [] }));
      paths = await removeFiles(work, groups);
      return person.value.id;
    },
  );
  if (!outcome.ok) return outcome;
  await unlinkFiles(running, paths);
  await recordEvent(database, { event: "personal-data-erased", user: person.value.id, by: responsible(actor), origin: options.from });
  publishChanges(running, outcome.value);
  await reevaluateDecisions(running);
  return done({ records: records.length, files: paths.length });
}

export async function emptyFields({ connection, product }: ChangeContext, groups: readonly Found[]): Promise<void> {
  for (const { group, ids } of groups) for (const query of forgetQueries(product, group, ids)) await connection.rows(query);
}

/** Removes the rows of the files that no other record holds; returns their paths. */
export async function removeFiles({ connection, product }: ChangeContext, groups: readonly Found[]): Promise<readonly string[]> {
  const files = new Map(groups.flatMap((g) => g.files.map((f) => [String(f["id"]), String(f["path"])] as const)));
  if (files.size > 0) for (const row of await connection.rows(heldFilesQuery(product, [...files.keys()]))) files.delete(String(row["id"]));
  for (const file of files.keys()) await connection.rows(forgetFile(file));
  return [...files.values()];
}

/** The rows are gone; a file that can't be removed now is no longer referenced. */
export async function unlinkFiles(running: Running, paths: readonly string[]): Promise<void> {
  for (const path of paths) await rm(join(running.options.files, path), { force: true }).catch(() => undefined);
}

const closing = (id: string): Change => ({ kind: "update", entity: "User", id, values: { active: false, roles: [] }, ifVersion: "any" });

export async function touchErased(work: ChangeContext, entity: string, id: string): Promise<void> {
  await lockForWrite(work, entity, id, "erase");
  work.erased.add(id);
}

/** The last step: the history and the outbox entries that this change has written name the person too. */
async function forgetTraces(work: ChangeContext, person: Person, records: readonly string[]): Promise<void> {
  await work.connection.rows(forgetHistoryQuery(work.product, person.id, records));
  for (const query of forgetTracesQueries(person.id, person.email, records)) await work.connection.rows(query);
  // Stored answers may show the person's name in any record, so all of them go.
  await work.connection.rows(system.forgetAnswers(null));
}

/** Another version of the document may mark more fields as personal. */
export const isOutdated = async (running: Running, connection: Pick<Connection, "row">): Promise<boolean> =>
  (await connection.row(system.readVersion))?.["version"] !== running.product.version;
export const outdated = () => refuse("unavailable", problem("outdated", say("the-product-has-switched-to-another-version")));

export interface Found {
  readonly group: PersonalGroup;
  readonly ids: readonly string[];
  readonly files: readonly Row[];
}

export async function foundOf(connection: Connection, group: PersonalGroup, person: string): Promise<Pick<Found, "ids" | "files">> {
  const query = personalFilesQuery(group, person);
  const ids = (await connection.rows(personalIdsQuery(group, person))).map((r) => String(r["id"]));
  return { ids, files: query ? await connection.rows(query) : [] };
}

interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

async function personFor(running: Running, actor: Actor, id: string): Promise<Outcome<Person>> {
  if (!isOwner(actor)) return notPermitted(say("only-the-owner-can-export-or-erase"));
  const row = isId(id) ? await running.database.row(system.personById(id)) : undefined;
  return row ? done({ id: row["id"] as string, name: row["name"] as string, email: row["email"] as string }) : notFound("Person");
}

export async function collect(running: Running, connection: Pick<Connection, "rows">, person: Person, groups = personalGroups(running.product)): Promise<PersonData> {
  const records: Map<string, { entity: string; id: string; shownAs: string; values: Record<string, unknown> }> = new Map();
  const history: PersonData["history"][number][] = [];
  const files: PersonData["files"][number][] = [];
  const { product } = running;
  for (const group of groups) {
    for (const row of await connection.rows(personalRecordsQuery(product, group, person.id))) {
      const { id: _id, version: _version, ...values } = row["record"] as Record<string, unknown>;
      const known = records.get(row["id"] as string);
      records.set(row["id"] as string, { entity: group.entity.name, id: row["id"] as string, shownAs: row["shownAs"] as string, values: { ...known?.values, ...values } });
    }
    for (const row of await connection.rows(personalHistoryQuery(group, person.id)))
      history.push({ entity: group.entity.name, record: row["record"], at: row["at"], action: row["action"], before: row["before"], after: row["after"] });
    const query = personalFilesQuery(group, person.id);
    for (const row of query ? await connection.rows(query) : []) files.push({ id: row["id"], name: row["name"], type: row["type"], size: Number(row["size"]) });
  }
  return { person, records: [...records.values()], history, files };
}
