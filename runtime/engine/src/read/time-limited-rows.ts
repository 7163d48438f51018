/**
 * A time limit for queries with a condition of the requester's own: a short text can make the database count to a
 * thousand million for each record, and must not delay other requests.
 */
import { type Query, system } from "@nonet/database";
import type { Database, Row } from "../connection/contract.ts";
import { stateOf } from "../connection/errors.ts";

/** Null where the time limit was reached. */
export const rowsInTime = (database: Database, query: Query): Promise<readonly Row[] | null> =>
  database.alone(async (connection) => {
    // Pipelined; the limit is lifted before the connection goes back to the pool.
    const [, rows] = await Promise.allSettled([connection.rows(system.limitTime), connection.rows(query), connection.rows(system.resetTimeLimit)]);
    if (rows.status === "fulfilled") return rows.value;
    if (stateOf(rows.reason) === system.timeoutState) return null;
    throw rows.reason;
  });
