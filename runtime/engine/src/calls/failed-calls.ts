/** The list of failed calls and mails, which the Owner retries or drops (default 26). */
import { system } from "@nonet/database";
import { type Call, isId, sourceLocation } from "@nonet/model";
import { lockRecord } from "../change/lock-record.ts";
import { readAsSystem } from "../change/read-as-system.ts";
import type { Row } from "../connection/contract.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { FailedCall, FailedCalls } from "../contract/calls.ts";
import type { Outcome } from "../contract/outcome.ts";
import { draftMessage, notShown } from "../effects/draft-message.ts";
import { performSteps } from "../perform/perform.ts";
import { readRecordValues } from "../read/read-record.ts";
import { done, notFound, notPermitted, notSignedIn } from "../refusals/refusal.ts";
import { hideSecrets } from "./sent-secrets.ts";
import { failureReason } from "./failure-reason.ts";
import { say } from "@nonet/texts";

const maxListed = 200;

export const makeFailedCalls = (running: Running, wake: () => void): FailedCalls => ({
  list: (actor) => list(running, actor),
  retry: async (actor, id) => {
    const outcome = await decide(running, actor, id, (row) => retry(running, row));
    wake();
    return outcome;
  },
  drop: (actor, id) => decide(running, actor, id, (row) => drop(running, row)),
  retryAll: async (actor, call) => {
    const outcome = await decideAll(running, actor, call, (row) => retry(running, row));
    wake();
    return outcome;
  },
  dropAll: (actor, call) => decideAll(running, actor, call, (row) => drop(running, row)),
});

function refusalFor(actor: Actor) {
  if (actor.kind === "anyone") return notSignedIn();
  return actor.kind === "system" || actor.owner ? null : notPermitted(say("only-the-owner-manages-failed-calls"));
}

async function list(running: Running, actor: Actor): Promise<Outcome<{ readonly items: readonly FailedCall[]; readonly count: number }>> {
  const refused = refusalFor(actor);
  if (refused) return refused;
  const rows = await running.database.rows(system.failedOutbox(maxListed));
  const count = Number((await running.database.row(system.failedCount))?.["count"] ?? 0);
  return done({ items: await Promise.all(rows.map((row) => describe(running, actor, row))), count });
}

async function describe(running: Running, actor: Actor, row: Row): Promise<FailedCall> {
  const { payload, answer } = row;
  const call = running.product.calls.find((c) => c.name === row["call"]);
  const record = row["record_id"] && row["entity"] ? await readRecordValues(running, actor, row["entity"], row["record_id"], ["shownAs"]) : null;
  // The subject, the path and the reason of a refusal contain values of the record, so only its readers get them.
  const isReadable = !row["record_id"] || record?.ok === true;
  const what =
    "to" in payload
      ? ({ kind: "mail", to: payload.to, subject: isReadable ? payload.subject : null } as const)
      : "method" in payload
        ? ({ kind: "call", to: addressShown(payload, call, isReadable), subject: null } as const)
        : ({ kind: "schedule", to: null, subject: null } as const);
  const recordRef = row["record_id"]
    ? { entity: row["entity"] as string, id: row["record_id"] as string, shownAs: record?.ok && typeof record.value["shownAs"] === "string" ? record.value["shownAs"] : null }
    : null;
  return {
    id: row["id"],
    call: row["call"],
    ...what,
    record: recordRef,
    at: row["at"],
    failedAt: row["failed"],
    attempts: row["attempts"],
    why: failureReason(call, answer, isReadable),
    code: answer?.code ?? null,
    ...sourceLocation(running.product, call?.source ?? null),
  };
}

/** Where the document doesn't give the whole address, what it gives of it. */
function addressShown({ method, address }: Row, call: Call | undefined, isReadable: boolean): string {
  if (!URL.canParse(address)) return `${method} ${call?.does.kind === "http" ? call.does.address.map((piece) => (typeof piece === "string" ? piece : "…")).join("") : ""}`.trim();
  return isReadable ? hideSecrets(`${method} ${address}`) : `${method} ${new URL(address).origin}`;
}

async function decide(running: Running, actor: Actor, id: string, does: (row: Row) => Promise<unknown>): Promise<Outcome<null>> {
  const refused = refusalFor(actor);
  if (refused) return refused;
  const row = isId(id) ? await running.database.row(system.failedEntry(id)) : undefined;
  if (!row) return notFound("failed call");
  await does(row);
  return done(null);
}

const drop = (running: Running, row: Row): Promise<unknown> => running.database.rows(system.outboxDropped(row["id"]));

/** The oldest first, so that those of one record leave in order. What fails meanwhile stays. */
async function decideAll(running: Running, actor: Actor, call: string | null, does: (row: Row) => Promise<unknown>): Promise<Outcome<number>> {
  const refused = refusalFor(actor);
  if (refused) return refused;
  if (call !== null && !running.product.calls.some(({ name }) => name === call)) return notFound("call");
  let count = 0;
  for (const { id } of await running.database.rows(system.failedIds(call))) {
    const row = await running.database.row(system.failedEntry(id));
    if (!row) continue;
    await does(row);
    count++;
  }
  return done(count);
}

/** An entry that needed something not shown is drafted again, since it may be shown now; any other entry is sent unchanged, under the same key. */
async function retry(running: Running, row: Row): Promise<void> {
  if (!row["payload"].notShown) return void (await running.database.rows(system.outboxAgain(row["id"])));
  const { to, asked, by } = row["payload"];
  const entity = row["entity"] as string | null;
  const record = row["record_id"] as string | null;
  await performSteps(running, { entity: entity ?? "", actor: originalActor(by) }, async (work) => {
    if (entity && record && !(await readAsSystem(work, entity, record))) return "";
    if (entity && record) (await lockRecord(work, entity, record)).input = asked ?? null;
    // Each receiver has an entry of its own.
    await draftMessage(work, { entity, id: record, action: row["call"], others: {} }, row["call"], to === undefined || to === notShown ? null : to);
    await work.connection.rows(system.outboxDropped(row["id"]));
    return record ?? "";
  });
}

/** `me` is still the person whose change caused the entry. */
const originalActor = (by: string | null | undefined): Actor => (by ? { kind: "person", id: by, name: "", email: "", roles: [], owner: false } : { kind: "system" });
