/** The caller of an offered call who is known by the secret key of a record (`Signed in by: bearer token = Partner.key`). */
import { credentialQuery, system } from "@nonet/database";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import { personOfRow } from "../change/person-of-row.ts";
import { keyHash } from "../records/random-values.ts";

/** `actor`: the active User to whom the record refers, or nobody. */
export async function callerOf({ database, product }: Running, name: string, key: string): Promise<{ readonly actor: Actor; readonly credential: string } | null> {
  const does = product.calls.find((call) => call.name === name)?.does;
  const credential = does?.kind === "offered" ? does.credential : null;
  const row = credential && (await database.row(credentialQuery(product, credential, keyHash(key))));
  if (!row) return null;
  const found = { credential: row["id"] as string };
  if (credential.user === null) return { ...found, actor: { kind: "anyone" } };
  const person = row["user"] ? await database.row(system.personById(row["user"])) : undefined;
  return person && person["active"] !== false ? { ...found, actor: personOfRow(person) } : null;
}
