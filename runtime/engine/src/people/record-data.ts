/**
 * The personal data of a record that stands for a person itself (`personal of itself`, or an entity without a field for a
 * User): whoever may delete the record exports it and erases it.
 */
import { forgetHistoryQuery, grantedAlways, grantQuery, personalGroups, recordQuery, system } from "@nonet/database";
import { type Entity, entityOf, isId } from "@nonet/model";
import { readerOf } from "../change/actor-reader.ts";
import type { ChangeContext } from "../change/change-context.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { Outcome, PerformOptions } from "../contract/outcome.ts";
import type { PersonData } from "../contract/people.ts";
import { renameHistoryKeys } from "../maintenance/rename-history-keys.ts";
import { performSteps } from "../perform/perform.ts";
import { publishChanges } from "../perform/publish-changes.ts";
import { forgetInMessages, shownTexts } from "../records/forget-in-messages.ts";
import { done, notFound, notPermitted, refuse, problem } from "../refusals/refusal.ts";
import { stop } from "../refusals/stop.ts";
import { collect, emptyFields, type Found, foundOf, isOutdated, outdated, removeFiles, touchErased, unlinkFiles } from "./personal-data.ts";
import { refuseErasing } from "./refuse-erasing.ts";
import { say } from "@nonet/texts";

const groupsOf = ({ product }: Pick<Running, "product">, entity: string) =>
  entity === "User" ? [] : personalGroups(product).filter((group) => group.entity.name === entity && group.of === "this");

export async function exportRecordData(running: Running, actor: Actor, name: string, id: string): Promise<Outcome<PersonData>> {
  const entity = await permittedEntity(running, actor, name, id);
  if (!entity.ok) return entity;
  await renameHistoryKeys(running.database);
  const data = await collect(running, running.database, { id, name: "", email: "" }, groupsOf(running, name));
  return (await isOutdated(running, running.database)) ? outdated() : done({ ...data, person: { ...data.person, name: data.records[0]?.shownAs ?? "" } });
}

/** A change like any other, checked by every rule that reads an erased field. */
export async function eraseRecordData(
  running: Running,
  actor: Actor,
  name: string,
  id: string,
  options: PerformOptions = {},
): Promise<Outcome<{ readonly records: number; readonly files: number }>> {
  const entity = await permittedEntity(running, actor, name, id);
  if (!entity.ok) return entity;
  let paths: readonly string[] = [];
  const outcome = await performSteps(running, { entity: name, actor, options, last: (work) => forgetHistory(work, id) }, async (work) => {
    if (await isOutdated(running, work.connection)) return stop(outdated());
    await renameHistoryKeys(work.connection);
    await refuseErasing(work, entity.value, [id]);
    const groups: Found[] = [];
    for (const group of groupsOf(running, name)) groups.push({ group, ...(await foundOf(work.connection, group, id)) });
    const keys = groups.flatMap(({ group }) => group.fields.map((field) => field.key));
    const texts = await shownTexts(work, entity.value, id, keys);
    await touchErased(work, name, id);
    await emptyFields(work, groups);
    if (entity.value.comments) await work.connection.rows(system.removeCommentsOf(id));
    await forgetInMessages(work, [id], texts);
    paths = await removeFiles(work, groups);
    return id;
  });
  if (!outcome.ok) return outcome;
  await unlinkFiles(running, paths);
  publishChanges(running, outcome.value);
  return done({ records: 1, files: paths.length });
}

/** The last step: the entry that this change has written holds the values from before. */
const forgetHistory = async (work: ChangeContext, id: string): Promise<void> => void (await work.connection.rows(forgetHistoryQuery(work.product, id, [])));

/** A record that the actor may not read isn't found. */
async function permittedEntity(running: Running, actor: Actor, name: string, id: string): Promise<Outcome<Entity>> {
  const { product, database } = running;
  const entity = entityOf(product, name);
  if (!entity || !isId(id)) return notFound(name);
  if (groupsOf(running, name).length === 0) return refuse("not found", problem("not-found", say("a-name-holds-no-personal-data-of", { name })));
  const reader = readerOf(actor);
  if (!(await database.row(recordQuery(product, reader, name, id)))) return notFound(name);
  const isGranted =
    actor.kind === "system" || grantedAlways(product, reader, name, "delete") || (await database.row(grantQuery(product, reader, name, "delete", id)))?.["allowed"] === true;
  return isGranted ? done(entity) : notPermitted(say("only-those-who-may-delete-this-name", { name }));
}
