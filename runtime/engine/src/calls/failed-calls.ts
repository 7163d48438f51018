/** What could not be sent, for the Owner to send again or drop (default 26). */
import { system } from "@nonet/database";
import { sourceLocation } from "@nonet/model";
import { lockRecord } from "../change/lock-record.ts";
import { readAsSystem } from "../change/read-as-system.ts";
import type { Row } from "../connection/contract.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { FailedCall, FailedCalls } from "../contract/calls.ts";
import type { Outcome } from "../contract/outcome.ts";
import { draftMessage, notShown } from "../effects/draft-message.ts";
import { isId } from "../input/formats.ts";
import { performSteps } from "../perform/perform.ts";
import { readRecord } from "../read/read-record.ts";
import { done, notFound, notPermitted, notSignedIn } from "../refusals/refusal.ts";
import { whyFailed } from "./failure-reason.ts";

const most = 200;

export const makeFailedCalls = (running: Running, wake: () => void): FailedCalls => ({
  list: (actor) => list(running, actor),
  retry: async (actor, id) => {
    const outcome = await decide(running, actor, id, (row) => again(running, row));
    wake();
    return outcome;
  },
  drop: (actor, id) => decide(running, actor, id, (row) => running.database.rows(system.outboxDropped(row["id"]))),
});

function refusalFor(actor: Actor) {
  if (actor.kind === "anyone") return notSignedIn();
  return actor.kind === "system" || actor.owner ? null : notPermitted("Only the Owner sees and decides on what could not be sent.");
}

async function list(running: Running, actor: Actor): Promise<Outcome<{ readonly items: readonly FailedCall[]; readonly count: number }>> {
  const refused = refusalFor(actor);
  if (refused) return refused;
  const rows = await running.database.rows(system.failedOutbox(most));
  const count = Number((await running.database.row(system.failedCount))?.["count"] ?? 0);
  return done({ items: await Promise.all(rows.map((row) => shown(running, actor, row))), count });
}

async function shown(running: Running, actor: Actor, row: Row): Promise<FailedCall> {
  const { payload, answer } = row;
  const call = running.product.calls.find((c) => c.name === row["call"]);
  const record = row["record_id"] && row["entity"] ? await readRecord(running, actor, row["entity"], row["record_id"]) : null;
  // Subject, path and the words of a refusal are filled from the record, so they are told to whoever may read it; without a record they hold none.
  const isOpen = !row["record_id"] || record?.ok === true;
  const what =
    "to" in payload
      ? ({ kind: "mail", to: payload.to, subject: isOpen ? payload.subject : null } as const)
      : "method" in payload
        ? ({ kind: "call", to: addressTold(payload, isOpen), subject: null } as const)
        : ({ kind: "schedule", to: null, subject: null } as const);
  const named = row["record_id"]
    ? { entity: row["entity"] as string, id: row["record_id"] as string, shownAs: record?.ok && typeof record.value["shownAs"] === "string" ? record.value["shownAs"] : null }
    : null;
  return {
    id: row["id"],
    call: row["call"],
    ...what,
    record: named,
    at: row["at"],
    failedAt: row["failed"],
    attempts: row["attempts"],
    why: whyFailed(answer, isOpen),
    code: answer?.code ?? null,
    ...sourceLocation(running.product, call?.source ?? null),
  };
}

const addressTold = (payload: Row, isOpen: boolean): string =>
  isOpen ? `${payload["method"]} ${payload["address"]}` : [payload["method"], URL.canParse(payload["address"]) ? new URL(payload["address"]).origin : ""].join(" ").trim();

async function decide(running: Running, actor: Actor, id: string, does: (row: Row) => Promise<unknown>): Promise<Outcome<null>> {
  const refused = refusalFor(actor);
  if (refused) return refused;
  const row = isId(id) ? await running.database.row(system.failedEntry(id)) : undefined;
  if (!row) return notFound("failed call");
  await does(row);
  return done(null);
}

/** What was not shown then may be shown now, so such an entry is written anew; any other leaves as it was, under the same key. */
async function again(running: Running, row: Row): Promise<void> {
  if (!row["payload"].notShown) return void (await running.database.rows(system.outboxAgain(row["id"])));
  const { to, asked, by } = row["payload"];
  const entity = row["entity"] as string | null;
  const record = row["record_id"] as string | null;
  await performSteps(running.database, running.product, whoActed(by), {}, { entity: entity ?? "" }, async (work) => {
    if (entity && record && !(await readAsSystem(work, entity, record))) return "";
    if (entity && record) (await lockRecord(work, entity, record)).input = asked ?? null;
    // Several receivers have an entry each, and each is decided on by itself.
    await draftMessage(work, { entity, id: record, action: row["call"], others: {} }, row["call"], to === undefined || to === notShown ? null : to);
    await work.connection.rows(system.outboxDropped(row["id"]));
    return record ?? "";
  });
}

/** `me` in what it says is still who brought it about. */
const whoActed = (by: string | null | undefined): Actor => (by ? { kind: "person", id: by, name: "", email: "", roles: [], owner: false } : { kind: "system" });
