/** The caller of an offered call who is known by the secret key of a record (`Signed in by: bearer token = Partner.key`). */
import { credentialQuery, type KeyHolder, system } from "@nonet/database";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import { personOfRow } from "../change/person-of-row.ts";
import { keyHash } from "../records/random-values.ts";

/** `credential`: the record with the key. `actor`: the active User to whom it refers, or nobody. */
export interface KeyCaller {
  readonly actor: Actor;
  readonly credential: string;
}

export const callerOf = (running: Running, name: string, key: string): Promise<KeyCaller | null> => callerWith(running, name, { hash: keyHash(key) });

export async function callerWith({ database, product }: Running, name: string, by: KeyHolder): Promise<KeyCaller | null> {
  const does = product.calls.find((call) => call.name === name)?.does;
  const credential = does?.kind === "offered" ? does.credential : null;
  const row = credential && (await database.row(credentialQuery(product, credential, by)));
  if (!row) return null;
  const found = { credential: row["id"] as string };
  if (credential.user === null) return { ...found, actor: { kind: "anyone" } };
  const person = row["user"] ? await database.row(system.personById(row["user"])) : undefined;
  return person && person["active"] !== false ? { ...found, actor: personOfRow(person) } : null;
}
