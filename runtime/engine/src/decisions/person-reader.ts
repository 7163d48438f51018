/** A person as the database's reader, by id; null where they can't sign in. */
import { decisionStatements, type Reader } from "@nonet/database";
import type { Connection } from "../connection/contract.ts";

export async function readerFor(connection: Connection, person: string): Promise<Extract<Reader, { kind: "person" }> | null> {
  const row = await connection.row(decisionStatements.reader(person));
  return row ? { kind: "person", id: person, roles: row["roles"] as string[], owner: row["owner"] === true } : null;
}
