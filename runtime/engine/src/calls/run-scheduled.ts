/** Runs the statements of a schedule for one record, from its entry in the outbox. */
import { guardQuery, system } from "@nonet/database";
import type { Call } from "@nonet/model";
import { lockRecord } from "../change/lock-record.ts";
import type { Row } from "../connection/contract.ts";
import type { Running } from "../connection/running-product.ts";
import { runStatements } from "../effects/run-statements.ts";
import { performSteps } from "../perform/perform.ts";
import { publishChanges } from "../perform/publish-changes.ts";
import { isArchived } from "../records/archived.ts";
import { refusalReasons } from "./failure-reason.ts";

/** Marks the entry in the same transaction; refused statements go to the list of failed calls. */
export async function runScheduled(running: Running, row: Row, call: Call | undefined): Promise<void> {
  const id = row["record_id"] as string | null;
  if (call?.does.kind !== "statements") return void (await running.database.rows(system.outboxFailed(row["id"], { why: "The document no longer has this schedule." })));
  const { then } = call.does;
  const each = call.schedule?.forEach ?? null;
  const outcome = await performSteps(running, { entity: each?.entity ?? "" }, async (work) => {
    if (!(await work.connection.row(system.stillWaiting(row["id"])))) return "";
    await work.connection.rows(system.outboxDone(row["id"], { ran: row["payload"].scheduled }));
    const holds = each && id ? (await work.connection.row(guardQuery(work.product, each.entity, id, each.where?.expression ?? yes)))?.["holds"] === true : true;
    // The record may have been archived since the schedule ran.
    if (!holds || (each && id && (await isArchived(work, each.entity, id)))) return "";
    const held = each && id ? await lockRecord(work, each.entity, id) : null;
    await runStatements(work, { entity: each?.entity ?? null, id, action: call.name, others: {} }, then);
    // The history names the schedule where the statements changed the record.
    if (held && held.actions.length > 0 && !held.actions.includes(call.name)) held.actions.unshift(call.name);
    return id ?? "";
  });
  if (outcome.ok) return publishChanges(running, outcome.value);
  if (outcome.refusal.errors.some((e) => e.code === "busy")) return void (await running.database.rows(system.outboxRetry(row["id"], 1, { why: "busy" })));
  await running.database.rows(system.outboxFailed(row["id"], { refused: refusalReasons(outcome.refusal), code: outcome.refusal.errors[0]?.code ?? null }));
}

const yes = { kind: "literal", value: true, type: { kind: "boolean" }, nullable: false, span: { file: 0, from: 0, to: 0 } } as const;
