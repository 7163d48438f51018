/**
 * Recognizes a connection pooler that gives each transaction another session of PostgreSQL (PgBouncer's transaction mode and
 * its like). Locks that a session holds before a transaction begins, prepared statements and LISTEN don't work through one.
 */
import { system } from "@nonet/database";
import pg from "pg";

export const poolerMessage =
  "The address of the database is a connection pooler's in transaction mode, which gives each transaction another session. Nonet needs sessions of its own, for locks and notifications. Use PostgreSQL's own address, or the pooler's session mode.";

/** A client's session stays the same, also while another holds a transaction, and is nobody else's. A pooler may hand out the session used last, or each in turn. */
export async function isTransactionPooled(url: string): Promise<boolean> {
  const clients = [newClient(url), newClient(url)] as const;
  const [first, second] = clients;
  try {
    await first.connect();
    await second.connect();
    const before = await backendOf(first);
    for (let again = 0; again < 3; again++) if ((await backendOf(first)) !== before) return true;
    try {
      await second.query("begin");
    } catch {
      // A pooler in statement mode refuses transactions.
      return true;
    }
    const held = await backendOf(second);
    const after = await backendOf(first);
    await second.query("rollback");
    return before !== after || held === before;
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}

function newClient(url: string): pg.Client {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  return client;
}

const backendOf = async (client: pg.Client): Promise<number> => Number((await client.query(system.backend.text)).rows[0].pid);
