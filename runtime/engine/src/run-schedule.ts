/** Schedules: a moment that came round is noted once, with what it brings, and each record then has its own change. */
import { guardQuery, system, whereQuery } from "@nonet/database";
import type { Call } from "@nonet/model";
import { uuidv7 } from "uuidv7";
import { isArchived } from "./archived.ts";
import type { Row } from "./connection.ts";
import { draftCall } from "./draft-call.ts";
import { runStatements } from "./effects.ts";
import { toldOf } from "./failed-words.ts";
import { lastOccurrence } from "./occurrence.ts";
import { performAs } from "./perform.ts";
import { announce, type Running } from "./running.ts";
import { hold } from "./work.ts";

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
  const outcome = await performAs(running.database, running.product, { kind: "system" }, {}, { entity: call.entity ?? "" }, async (work) => {
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
      else await draftCall(work, { entity, id, action: call.name, others: {} }, call.name);
    }
    return "";
  });
  return outcome.ok && happened;
}

/** One record's statements, noted as done in the same transaction; refused ones stand in the list of what has failed. */
export async function runScheduled(running: Running, row: Row, call: Call | undefined): Promise<void> {
  const id = row["record_id"] as string | null;
  if (call?.does.kind !== "statements") return void (await running.database.rows(system.outboxFailed(row["id"], { why: "The document no longer has this schedule." })));
  const { then } = call.does;
  const each = call.schedule?.forEach ?? null;
  const outcome = await performAs(running.database, running.product, { kind: "system" }, {}, { entity: each?.entity ?? "" }, async (work) => {
    if (!(await work.connection.row(system.stillWaiting(row["id"])))) return "";
    await work.connection.rows(system.outboxDone(row["id"], { ran: row["payload"].scheduled }));
    const holds = each && id ? (await work.connection.row(guardQuery(work.product, each.entity, id, each.where?.expression ?? yes)))?.["holds"] === true : true;
    // The moment named it before it was archived.
    if (!holds || (each && id && (await isArchived(work, each.entity, id)))) return "";
    const held = each && id ? await hold(work, each.entity, id) : null;
    await runStatements(work, { entity: each?.entity ?? null, id, action: call.name, others: {} }, then);
    // What was done to it was done by the schedule; where nothing was, there is nothing to tell.
    if (held && held.actions.length > 0 && !held.actions.includes(call.name)) held.actions.unshift(call.name);
    return id ?? "";
  });
  if (outcome.ok) return announce(running, outcome.value);
  if (outcome.refusal.errors.some((e) => e.code === "busy")) return void (await running.database.rows(system.outboxRetry(row["id"], 1, { why: "busy" })));
  await running.database.rows(system.outboxFailed(row["id"], { refused: toldOf(outcome.refusal), code: outcome.refusal.errors[0]?.code ?? null }));
}

const yes = { kind: "literal", value: true, type: { kind: "boolean" }, nullable: false, span: { file: 0, from: 0, to: 0 } } as const;
