/**
 * The Owner's changes of a person's roles and access: changes of the User like any other, with rules, events and history.
 * Only the permission differs: it is the Owner's, whatever point 6 says.
 */
import { system, updateQueries } from "@nonet/database";
import { entityOf, isId } from "@nonet/model";
import { lockForWrite } from "../change/lock-record.ts";
import { sendAll } from "../change/write-fields.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { Change, Outcome, PerformOptions } from "../contract/outcome.ts";
import type { PersonChange } from "../contract/people.ts";
import { changedValues } from "../input/changed-values.ts";
import { byName, fieldValues } from "../input/field-values.ts";
import { lockKeys } from "../perform/lock-keys.ts";
import { performSteps } from "../perform/perform.ts";
import { publishChanges } from "../perform/publish-changes.ts";
import { reevaluateDecisions } from "../perform/reevaluate-decisions.ts";
import { refuseLocked } from "../records/locked-while.ts";
import { refuseReadOnlyWhen } from "../records/read-only-when.ts";
import { done, problem, refuse } from "../refusals/refusal.ts";
import { recordEvent, responsible } from "../security/record-event.ts";
import { say } from "@nonet/texts";

export async function changePerson(running: Running, actor: Actor, id: string, personChange: PersonChange, options: PerformOptions = {}): Promise<Outcome<null>> {
  const { product, database } = running;
  const known = isId(id) ? await database.row(system.personById(id)) : undefined;
  if (!known) return refuse("not found", problem("not-found", say("there-is-no-such-person")));
  const unknown = (personChange.roles ?? []).filter((r) => !product.permissions.roles.some((x) => x.name === r));
  if (unknown.length > 0) return refuse("invalid", problem("invalid-value", say("there-is-no-role-unknown", { unknown: unknown.join(", ") }), { field: "roles" }));
  const person: string = known["id"];
  const user = entityOf(product, "User")!;
  const sent: Readonly<Record<string, unknown>> = {
    ...(personChange.roles === undefined ? {} : { roles: [...new Set(personChange.roles)].sort() }),
    ...(personChange.active === undefined ? {} : { active: personChange.active }),
  };
  const change: Change = { kind: "update", entity: "User", id: person, values: sent, ifVersion: "any" };
  const outcome = await performSteps(running, { entity: "User", actor, options, keys: () => lockKeys(database, product, change) }, async (work) => {
    const touched = await lockForWrite(work, "User", person, "update");
    const values = changedValues(touched.before, fieldValues(user, sent));
    if (values.size === 0) return person;
    await refuseLocked(work, user, person, touched);
    await refuseReadOnlyWhen(work, user, values.keys(), touched);
    await sendAll(work, updateQueries(product, "User", person, byName(values)));
    // Otherwise they would count again for whoever is made active again.
    if (personChange.active === false) await work.connection.all([system.endSessionsOf(person), system.endKeysOf(person)]);
    return person;
  });
  if (!outcome.ok) return outcome;
  await recordChange(running, { actor, person, before: { roles: known["roles"], active: known["active"] === true }, sent: personChange, options });
  publishChanges(running, outcome.value);
  await reevaluateDecisions(running);
  return done(null);
}

interface Recorded {
  readonly actor: Actor;
  readonly person: string;
  readonly before: { readonly roles: readonly string[]; readonly active: boolean };
  readonly sent: PersonChange;
  readonly options: PerformOptions;
}

async function recordChange({ database }: Running, { actor, person, before, sent, options }: Recorded): Promise<void> {
  const at = { user: person, by: responsible(actor), origin: options.from };
  const roles = [...new Set(sent.roles ?? before.roles)].sort();
  if (JSON.stringify(roles) !== JSON.stringify([...before.roles].sort()))
    await recordEvent(database, { ...at, event: "roles-changed", detail: { before: before.roles, after: roles } });
  if (sent.active !== undefined && sent.active !== before.active) await recordEvent(database, { ...at, event: sent.active ? "activated" : "deactivated" });
}
