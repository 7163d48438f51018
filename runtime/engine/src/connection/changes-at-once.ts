/**
 * Sends changes of one statement each. Those of one turn of the event loop leave as one transaction, so that they share its
 * commit (decision 0017).
 */
import { type Query, system } from "@nonet/database";
import { type Commits, currentPosition } from "../positions/wal-position.ts";
import type { StatementMeter } from "../statistics/database-statistics.ts";
import type { Database, Row } from "./contract.ts";
import { isLost } from "./errors.ts";
import type { Lanes } from "./lanes.ts";
import { connectionOf, gatherWrites } from "./send-on-client.ts";
import { gatherTurn } from "../queues/turn.ts";
import { sendChangesOn, sendOn } from "./wire-statement.ts";

type Rows = Promise<readonly Row[]>;

interface Sending {
  readonly lanes: Lanes;
  readonly meter: StatementMeter;
  readonly commits: Commits | undefined;
}

interface Waiting {
  readonly query: Query;
  readonly settle: (sending: Rows) => void;
}

export function changesAtOnce(sending: Sending): Database["atOnce"] {
  const gather = gatherTurn<Waiting>((waiting) => void leaveTogether(sending, waiting));
  const send: Database["atOnce"] = (query, isolation) =>
    // Where replicas read, each change has a position in the log that its answer tells.
    isolation === "serializable" || sending.commits ? sendAlone(sending, query, isolation) : new Promise((settle) => gather({ query, settle }));
  return async (query, isolation) => {
    const rows = await send(query, isolation);
    sending.meter.ended("committed");
    return rows;
  };
}

async function leaveTogether({ lanes, meter }: Sending, waiting: readonly Waiting[]): Promise<void> {
  let isSent = false;
  try {
    await lanes.use(async (client) => {
      isSent = true;
      gatherWrites(client);
      const sent = sendChangesOn(
        client,
        waiting.map(({ query }) => query),
        meter,
      );
      sent.forEach((rows, i) => waiting[i]!.settle(rows));
      for (const one of await Promise.allSettled(sent)) if (one.status === "rejected" && isLost(one.reason)) throw one.reason;
    });
  } catch (error) {
    // What was sent reports its errors itself.
    if (!isSent) waiting.forEach(({ settle }) => settle(Promise.reject(error as Error)));
  }
}

/** Its messages leave in one batch, so that nothing of another change gets between. */
function sendAlone({ lanes, meter, commits }: Sending, query: Query, isolation: "serializable" | "read committed"): Rows {
  return lanes.use(async (client) => {
    gatherWrites(client);
    const on = (q: Query): Rows => sendOn(client, q, meter);
    const sent = isolation === "serializable" ? [on(system.beginAtOnce), on(query), on(system.commit)] : [on(query)];
    const position = commits ? currentPosition(connectionOf(on)) : null;
    const [after, ...ended] = await Promise.allSettled([position, ...sent]);
    // The error of the statement itself comes before that of the commit after it.
    for (const one of ended) if (one.status === "rejected") throw one.reason;
    if (after.status === "fulfilled" && after.value !== null) commits?.saw(after.value);
    return (ended[isolation === "serializable" ? 1 : 0] as PromiseFulfilledResult<readonly Row[]>).value;
  });
}
