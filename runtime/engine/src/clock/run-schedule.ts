/** Runs a schedule: each occurrence is recorded once, with an outbox entry for each record. */
import { system, whereQuery } from "@nonet/database";
import type { Call } from "@nonet/model";
import { uuidv7 } from "uuidv7";
import type { Running } from "../connection/running-product.ts";
import { draftMessage } from "../effects/draft-message.ts";
import { performSteps } from "../perform/perform.ts";
import { lastOccurrence } from "./schedule-occurrence.ts";

/** Runs the latest occurrence since the last run, in the transaction that records it. */
export async function runSchedule(running: Running, call: Call): Promise<boolean> {
  const clock = await running.database.row(system.readClock);
  const now = String(clock?.["now"]);
  const due = lastOccurrence(call.schedule!.every, now, running.product.about.timeZone);
  const ran = await running.database.row(system.scheduleRan(call.name));
  // A schedule starts when the product first sees it; earlier occurrences are not made up for.
  if (!ran) {
    await running.database.rows(system.setScheduleRan(call.name, now));
    return false;
  }
  if (Date.parse(due) <= Date.parse(String(ran["ran_at"]))) return false;
  let happened = false;
  const outcome = await performSteps(running, { entity: call.entity ?? "" }, async (work) => {
    happened = false;
    const again = await work.connection.row(system.scheduleRan(call.name));
    if (again && Date.parse(due) <= Date.parse(String(again["ran_at"]))) return "";
    await work.connection.rows(system.setScheduleRan(call.name, due));
    happened = true;
    const each = call.schedule!.forEach;
    const ids: (string | null)[] = each
      ? (await work.connection.rows(whereQuery(work.product, each.entity, each.where?.expression ?? null))).map((r) => r["id"] as string)
      : [null];
    for (const id of ids) {
      const entity = each?.entity ?? null;
      // Statements may be refused for one record and not for the next, so each record has a change of its own.
      if (call.does.kind === "statements") work.outbox.push({ id: uuidv7(), call: call.name, entity, record: id, payload: { scheduled: due }, notShown: null });
      else await draftMessage(work, { entity, id, action: call.name, others: {} }, call.name);
    }
    return "";
  });
  return outcome.ok && happened;
}
