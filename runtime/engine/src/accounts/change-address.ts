/** Gives a person another email address: one change of the User, with rules and history. */
import { system, updateQueries } from "@nonet/database";
import { entityOf } from "@nonet/model";
import { lockForWrite } from "../change/lock-record.ts";
import { sendAll } from "../change/write-fields.ts";
import type { Running } from "../connection/running-product.ts";
import type { Change, Outcome } from "../contract/outcome.ts";
import { changedValues } from "../input/changed-values.ts";
import { byName, fieldValues } from "../input/field-values.ts";
import { parseValues } from "../input/parse-values.ts";
import { lockKeys } from "../perform/lock-keys.ts";
import { performSteps } from "../perform/perform.ts";
import { publishChanges } from "../perform/publish-changes.ts";
import { done, problem, refuse } from "../refusals/refusal.ts";
import { say } from "@nonet/texts";

export async function changeAddress(running: Running, id: string, email: string): Promise<Outcome<null>> {
  const { product, database } = running;
  const refused = await addressError(running, email);
  if (refused) return refused;
  const user = entityOf(product, "User")!;
  const change: Change = { kind: "update", entity: "User", id, values: { email }, ifVersion: "any" };
  const person = await database.row(system.personById(id));
  const actor = { kind: "person" as const, id, name: person?.["name"] ?? "", email: person?.["email"] ?? "", roles: person?.["roles"] ?? [], owner: person?.["owner"] === true };
  const outcome = await performSteps(running, { entity: "User", actor, keys: () => lockKeys(database, product, change) }, async (work) => {
    const touched = await lockForWrite(work, "User", id, "update");
    const values = changedValues(touched.before, fieldValues(user, { email }));
    if (values.size > 0) await sendAll(work, updateQueries(product, "User", id, byName(values)));
    return id;
  });
  if (!outcome.ok) return outcome;
  publishChanges(running, outcome.value);
  return done(null);
}

/** Why it can't be somebody's address, or null. */
export async function addressError({ product, database }: Running, email: string): Promise<Outcome<never> | null> {
  const errors = parseValues("User", entityOf(product, "User")!.fields, { email }).errors;
  if (errors.length > 0) return refuse("invalid", ...errors);
  return (await database.row(system.personByEmail(email))) ? refuse("conflict", problem("not-unique", say("there-is-an-account-with-this-email-2"), { field: "email" })) : null;
}
