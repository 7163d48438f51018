/** Links that are mailed to a person about their account: stored as a hash, in force once and for a short time (default 141). */
import { system } from "@nonet/database";
import type { Connection, Database } from "../connection/contract.ts";
import type { LinkPurpose } from "../contract/accounts.ts";
import { hashToken, newToken } from "./tokens.ts";

export interface AccountLink {
  readonly purpose: LinkPurpose;
  readonly user: string;
  readonly email: string;
}

const minute = 60;
const day = 24 * 60 * minute;
const seconds: Readonly<Record<LinkPurpose, number>> = { reset: 30 * minute, owner: 60 * minute, invitation: 7 * day, confirm: day, "new-email": day };

/** Where a mail's text takes its link. */
export const linkPlace = "{link}";

/** The path of a new link; it follows the address of the product. Those of the same purpose that the person has no longer count, except that a reset can be asked for twice. */
export async function makeAccountLink(database: Database, { purpose, user, email }: AccountLink): Promise<{ readonly path: string; readonly expiresAt: string }> {
  const token = newToken();
  const lasts = seconds[purpose];
  await database.transaction(async (connection) => {
    if (purpose !== "reset") await connection.rows(system.endAccountLinks(user, [purpose]));
    await addLink(connection, token, { purpose, user, email }, lasts);
    return { commit: true, value: null };
  });
  // After `#`: browsers send it to no server, so that no log has it.
  return { path: `/sign-in/link#${token}`, expiresAt: new Date(Date.now() + lasts * 1000).toISOString() };
}

const addLink = (connection: Connection, token: string, { purpose, user, email }: AccountLink, lasts: number) =>
  connection.rows(system.addAccountLink({ token: hashToken(token), purpose, user, email, seconds: lasts }));
