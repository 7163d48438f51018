/**
 * A condition that a request brings with it may ask the database for more than it could ever do: a few words count to a
 * thousand million for each record. What it reads has so much time and no more, so that nobody holds up everybody else.
 */
import { type Query, system } from "@nonet/database";
import type { Database, Row } from "../connection/contract.ts";
import { stateOf } from "../connection/errors.ts";

/** Rows; null where the time is over. */
export const rowsInTime = (database: Database, query: Query): Promise<readonly Row[] | null> =>
  database.alone(async (connection) => {
    // All in one write; the connection is the pool's again behind the last.
    const [, rows] = await Promise.allSettled([connection.rows(system.limitTime), connection.rows(query), connection.rows(system.resetTimeLimit)]);
    if (rows.status === "fulfilled") return rows.value;
    if (stateOf(rows.reason) === system.timeoutState) return null;
    throw rows.reason;
  });
