/** What `Leaves` says of a mail or call: how many leave in a time, and that its text is made when it leaves. */
import { type Query, system } from "@nonet/database";
import type { Call, Leaving } from "@nonet/model";
import type { Row } from "../connection/contract.ts";
import type { Running } from "../connection/running-product.ts";
import { draftMessage } from "../effects/draft-message.ts";
import { performSteps } from "../perform/perform.ts";
import { readAsSystem } from "../change/read-as-system.ts";

export const leavingOf = (call: Call | undefined): Leaving | undefined => (call && (call.does.kind === "email" || call.does.kind === "http") ? call.does.leaves : undefined);

/**
 * Whether the entry may leave now; otherwise it waits. Each attempt takes a turn, evenly spread over all processes, and
 * turns that have passed while nothing was sent aren't made up for. The worker looks once a second, so several may leave
 * in one: when they do, the latest departures are counted, so that no stretch of the limit's time has more than its count.
 */
export async function isItsTurn({ database }: Running, row: Row, leaves: Leaving | undefined): Promise<boolean> {
  if (!leaves?.atMost) return true;
  const { count, seconds } = leaves.atMost;
  const waits = async (query: Query): Promise<boolean> => {
    const { wait } = (await database.row(query))! as { wait: number };
    if (wait > 0) await database.rows(system.waitForTurn(row["id"], wait));
    return wait > 0;
  };
  if (row["payload"].turn !== row["attempts"] && (await waits(system.takeTurn(row["call"], seconds / count)))) return false;
  // The same rate over the shortest stretch with whole numbers: 100 per minute are 5 in 3 seconds.
  const parts = greatestCommonDivisor(count, seconds);
  return !(await waits(system.leaveNow(row["call"], seconds / parts, count / parts)));
}

const greatestCommonDivisor = (a: number, b: number): number => (b === 0 ? a : greatestCommonDivisor(b, a % b));

/** Makes the text of an entry that leaves now. Mails to several receivers become an entry for each. Null where there is nothing to send: nobody receives it, or its record is gone. */
export async function composed(running: Running, row: Row, call: Call): Promise<Row | null> {
  const { by, only } = row["payload"];
  const entity = row["entity"] as string | null;
  const record = row["record_id"] as string | null;
  let filled: Row | null = null;
  const actor = by ? ({ kind: "person", id: by, name: "", email: "", roles: [], owner: false } as const) : ({ kind: "system" } as const);
  const outcome = await performSteps(running, { entity: entity ?? "", actor }, async (work) => {
    filled = null;
    work.leaving = call.name;
    const isGone = entity !== null && record !== null && (await readAsSystem(work, entity, record)) === null;
    if (!isGone) await draftMessage(work, { entity, id: record, action: call.name, others: {} }, call.name, only ?? null);
    await work.connection.drain();
    const [first] = work.outbox.splice(0, 1);
    if (first) {
      filled = { ...row, payload: { ...first.payload, ...(first.notShown ? { notShown: first.notShown } : {}), asked: null, by: by ?? null } };
      await work.connection.rows(system.fillOutbox(row["id"], filled["payload"]));
    } else await work.connection.rows(system.outboxDropped(row["id"]));
    return record ?? "";
  });
  // What wasn't committed is tried again once the claim has expired.
  return outcome.ok ? filled : null;
}
