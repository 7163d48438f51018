/** A person's API keys: created, listed and deleted by the person, in a session of their own. */
import { isId } from "@nonet/model";
import { system } from "@nonet/database";
import { mailNotice } from "../credentials/account-mails.ts";
import { createKey, listKeys } from "../credentials/api-keys.ts";
import { notConfirmed, ownSession } from "../credentials/session-state.ts";
import type { Running } from "../connection/running-product.ts";
import type { Caller, ListedKey, NewKeyInput } from "../contract/accounts.ts";
import type { Outcome } from "../contract/outcome.ts";
import { done, notFound } from "../refusals/refusal.ts";
import { recordEvent } from "../security/record-event.ts";

export async function addOwnKey(running: Running, caller: Caller, input: NewKeyInput): Promise<Outcome<ListedKey & { readonly key: string }>> {
  const session = await ownSession(running, caller);
  if (!session.ok) return session;
  const { person, factor, confirmed } = session.value;
  // A key of the Owner's can do everything that the Owner can.
  if (person.owner && !confirmed) return notConfirmed();
  const key = await createKey(running, { user: person.id, roles: person.roles, factor }, input);
  if (!key.ok) return key;
  const { name, access, roles, expiresAt } = key.value;
  await recordEvent(running.database, { event: "key-created", user: person.id, by: person.id, origin: caller, detail: { name, access, roles, expiresAt } });
  await mailNotice(running, person, { key: "the-api-key-name-was-created-for", values: { name } }, caller);
  return key;
}

export async function ownKeys(running: Running, caller: Caller): Promise<Outcome<readonly ListedKey[]>> {
  const session = await ownSession(running, caller);
  return session.ok ? done(await listKeys(running, session.value.person.id)) : session;
}

export async function deleteOwnKey(running: Running, caller: Caller, id: string): Promise<Outcome<null>> {
  const session = await ownSession(running, caller);
  if (!session.ok) return session;
  const user = session.value.person.id;
  const row = isId(id) ? await running.database.row(system.deleteKey(user, id)) : undefined;
  if (!row) return notFound("key");
  await recordEvent(running.database, { event: "key-deleted", user, by: user, origin: caller, detail: { name: row["name"] } });
  return done(null);
}
