/** What is stored about a person's account, for the export of their data: sessions, keys, passkeys, identities, comments and the security log, and none of their secrets. */
import { system } from "@nonet/database";
import type { Database } from "../connection/contract.ts";
import type { AccountData } from "../contract/people.ts";
import { securityEventText } from "../security/security-events.ts";

export async function collectAccount(database: Database, person: string): Promise<AccountData> {
  const sessions = await database.rows(system.sessionsOf(person));
  const keys = await database.rows(system.keysOf(person));
  const passkeys = await database.rows(system.passkeysOf(person));
  const identities = await database.rows(system.identitiesOf(person));
  const log = await database.rows(system.securityEventsOf(person));
  const comments = await database.rows(system.commentsBy(person));
  return {
    comments: comments.map((row) => ({ entity: row["entity"], record: row["record"], at: row["at"], editedAt: row["edited_at"], text: row["text"] })),
    sessions: sessions.map((row) => ({ at: row["at"], usedAt: row["used"], source: row["source"], device: row["device"] })),
    keys: keys.map((row) => ({ name: row["name"], at: row["at"], usedAt: row["used"] ?? null, expiresAt: row["until"] ?? null })),
    passkeys: passkeys.map((row) => ({ name: row["name"], at: row["at"], usedAt: row["used"] ?? null })),
    identities: identities.map((row) => ({ issuer: row["issuer"], subject: row["subject"], since: row["since"] })),
    securityLog: log.map((row) => ({
      at: row["at"],
      event: row["event"],
      what: securityEventText(row["event"]),
      source: row["source"],
      device: row["device"],
      detail: row["detail"],
    })),
  };
}
