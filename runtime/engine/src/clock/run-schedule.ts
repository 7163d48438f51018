/** Schedules: a moment that came round is noted once, with what it brings, and each record then has its own change. */
import { system, whereQuery } from "@nonet/database";
import type { Call } from "@nonet/model";
import { uuidv7 } from "uuidv7";
import type { Running } from "../connection/running-product.ts";
import { draftMessage } from "../effects/draft-message.ts";
import { performSteps } from "../perform/perform.ts";
import { lastOccurrence } from "./schedule-occurrence.ts";

/** A schedule's latest moment since it last ran happens once, in the transaction that notes it. */
export async function runSchedule(running: Running, call: Call): Promise<boolean> {
  const clock = await running.database.row(system.readClock);
  const now = String(clock?.["now"]);
  const due = lastOccurrence(call.schedule!.every, now, running.product.about.timeZone);
  const ran = await running.database.row(system.scheduleRan(call.name));
  // A schedule counts from when the product first saw it: what was before is not made up for.
  if (!ran) {
    await running.database.rows(system.setScheduleRan(call.name, now));
    return false;
  }
  if (Date.parse(due) <= Date.parse(String(ran["ran_at"]))) return false;
  let happened = false;
  const outcome = await performSteps(running.database, running.product, { kind: "system" }, {}, { entity: call.entity ?? "" }, async (work) => {
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
      // Statements may be refused for one record and not for the next, so each record's are a change of their own.
      if (call.does.kind === "statements") work.outbox.push({ id: uuidv7(), call: call.name, entity, record: id, payload: { scheduled: due }, notShown: null });
      else await draftMessage(work, { entity, id, action: call.name, others: {} }, call.name);
    }
    return "";
  });
  return outcome.ok && happened;
}
