/** A connection to a database of somebody else's: one read-only transaction, from which nothing can be changed. */
import { catalog } from "@nonet/database";
import pg from "pg";
import { stateOf } from "../connection/errors.ts";
import type { Outcome } from "../contract/outcome.ts";
import { done, problem, refuse } from "../refusals/refusal.ts";

/** The pool's time limit for a connection holds here, too. */
const connectionTimeout = 30_000;

/** Runs `work` in a read-only snapshot; a database that can't be reached or read is a refusal. */
export async function inForeignDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<Outcome<T>> {
  let client: pg.Client | null = null;
  try {
    client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectionTimeout, application_name: "nonet import" });
    client.on("error", () => {});
    await client.connect();
    await client.query(catalog.begin.text);
    await client.query(catalog.settings.text);
    const value = await work(client);
    await client.query(catalog.end.text);
    return done(value);
  } catch (error) {
    const detail = reasonOf(error);
    if (detail === null) throw error;
    return refuse("unavailable", problem("database", detail));
  } finally {
    await client?.end().catch(() => undefined);
  }
}

/** In words of what to do; null for what is no fault of the address, the rights or the server. */
function reasonOf(error: unknown): string | null {
  const state = stateOf(error) ?? "";
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof TypeError || state === "ERR_INVALID_URL") return "This isn't the address of a PostgreSQL database. Write it as postgres://USER:PASSWORD@HOST:5432/DATABASE.";
  if (state === "3D000") return `There is no such database (${message}). Check the name at the end of the address.`;
  if (state.startsWith("28")) return `The database refuses the user (${message}). Check the user and the password in the address.`;
  if (state === "42501") return `The user may not read this (${message}). Grant SELECT on the tables, and USAGE on their schemas.`;
  if (state === "57014") return "The database took too long to answer. Try again when it is less busy.";
  if (/^(ECONN|ENOTFOUND|ETIMEDOUT|EAI_|EHOST|57P|08|53|ENOENT|SELF_SIGNED|DEPTH_|UNABLE_|CERT)/.test(state) || /timeout|terminated|SSL|SASL|password/i.test(message))
    return `The database doesn't answer (${message || state}). Check the address, and that PostgreSQL is running there.`;
  return null;
}
