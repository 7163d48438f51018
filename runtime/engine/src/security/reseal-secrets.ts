/** Encrypts, at the start, the stored secrets that aren't encrypted with the key in use, and reports those that no key can read. */
import { system } from "@nonet/database";
import type { Database } from "../connection/contract.ts";
import { keyIdOf, type SecretKeys } from "../encryption/secret-keys.ts";

/** What the secret of an app belongs to. */
export const totpSubject = (user: string): string => `totp ${user}`;

/** Gives a sentence if there are unreadable ones. */
export async function resealSecrets(database: Database, keys: SecretKeys): Promise<string | null> {
  const unreadable = new Set<string>();
  let people = 0;
  for (const row of await database.rows(system.totpSecrets)) {
    const [user, stored] = [String(row["user_id"]), String(row["secret"])];
    if (keys.isCurrent(stored)) continue;
    const secret = keys.open(stored, totpSubject(user));
    if (secret === null) {
      people += 1;
      unreadable.add(keyIdOf(stored) ?? "");
    } else await database.rows(system.resealTotp(user, stored, keys.seal(secret, totpSubject(user))));
  }
  return people === 0 ? null : unreadableMessage(people, [...unreadable], keys.place);
}

export function unreadableMessage(people: number, ids: readonly string[], place: string): string {
  const who = people === 1 ? "1 person" : `${people} people`;
  return `The second factor of ${who} can't be read: it was encrypted with another key (${ids.join(", ")}) than the one in ${place}. Add that key as a line of its own, after the first one. If it is lost, they sign in with a recovery code or a passkey and set up their app again; an Owner can remove their second factor on the page People; for an Owner, run \`nonet owner EMAIL\`.`;
}
