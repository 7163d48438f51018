/** Sends what committed changes have left to send: at least once, in order per record, with an idempotency key. */
import { guardQuery, type Query, system } from "@nonet/database";
import type { Call, HttpCall } from "@nonet/model";
import { lockForWrite, readAsSystem } from "../change/change-context.ts";
import type { Question } from "../change/retry-state.ts";
import type { Row } from "../connection/contract.ts";
import type { Running } from "../connection/running-product.ts";
import { type Answer, isExpected } from "../contract/calls.ts";
import { runStatements } from "../effects/run-statements.ts";
import { performAs } from "../perform/perform.ts";
import { announce } from "../perform/publish-changes.ts";
import { type Told, toldOf } from "./failure-reason.ts";
import { runScheduled } from "./run-scheduled.ts";
import { rehearsedAnswer } from "./scripted-answers.ts";
import { sendHttp, type Sent } from "./send-http.ts";
import { deliverMail, mailServer, noMailServer } from "./send-mail.ts";
export type { Answer } from "../contract/calls.ts";

/** Sends everything due now; gives how many entries it took. */
export async function deliverDue(running: Running): Promise<number> {
  let taken = 0;
  for (;;) {
    const rows = await running.database.rows(system.claimOutbox(atOnce, leaseSeconds));
    if (rows.length === 0) return taken;
    taken += rows.length;
    const inOrder = [...(await withoutUnsendable(running, rows))].sort((a, b) => Number(a["position"]) - Number(b["position"]));
    // Each record has one entry under way at most, so entries claimed together hang on nothing but their own.
    // In rehearsal they follow one another: what is said of a run is then always the same.
    if (running.options.rehearse) for (const row of inOrder) await heldWhile(running, row, deliver(running, row));
    else await Promise.all(inOrder.map((row) => heldWhile(running, row, deliver(running, row))));
  }
}

/** Entries claimed together. */
const atOnce = 20;

/** A claim is renewed while its entry is under way, however long that takes, so it lapses only where whoever had it is gone. */
const leaseSeconds = 10;
const renewEverySeconds = 3;

async function heldWhile(running: Running, row: Row, delivery: Promise<void>): Promise<void> {
  const renew = (): void => void running.database.rows(system.renewClaim(row["id"], leaseSeconds)).catch(() => undefined);
  const timer = setInterval(renew, renewEverySeconds * 1000);
  try {
    await delivery;
  } finally {
    clearInterval(timer);
  }
}

const callOf = (running: Running, row: Row): Call | undefined => running.product.calls.find((c) => c.name === row["call"]);

/** A mail that the document has, or one of the product's own: `(invitation)`. */
const isMail = (running: Running, row: Row): boolean =>
  !row["payload"].scheduled && "to" in row["payload"] && (callOf(running, row)?.does.kind === "email" || String(row["call"]).startsWith("("));

/** Mails without a server to send them by fail together; gives the others. */
async function withoutUnsendable(running: Running, rows: readonly Row[]): Promise<readonly Row[]> {
  if (running.options.rehearse || mailServer(running.options.environment)) return rows;
  const mails = rows.filter((row) => isMail(running, row) && !row["payload"].notShown);
  if (mails.length > 0)
    await running.database.rows(
      system.outboxFailedTogether(
        mails.map((row) => row["id"]),
        { why: noMailServer },
      ),
    );
  return rows.filter((row) => !mails.includes(row));
}

async function deliver(running: Running, row: Row): Promise<void> {
  const call = callOf(running, row);
  if (row["payload"].scheduled) return runScheduled(running, row, call);
  if (isMail(running, row)) return deliverMail(running, row);
  if (call?.does.kind === "http" && "method" in row["payload"]) return deliverHttp(running, row, call, call.does);
  await running.database.rows(system.outboxFailed(row["id"], { why: "The document no longer has this call." }));
}

async function deliverHttp(running: Running, row: Row, call: Call, http: HttpCall): Promise<void> {
  const { database, product } = running;
  if (http.droppedWhen && row["record_id"] && call.entity) {
    const dropped = await database.row(guardQuery(product, call.entity, row["record_id"], http.droppedWhen.expression));
    if (dropped?.["holds"] === true) return void (await database.rows(system.outboxDropped(row["id"])));
  }
  const answer = await answerTo(running, call, http, row);
  if (answer.notShown) return void (await database.rows(system.outboxFailed(row["id"], { notShown: row["payload"].notShown })));
  const kept = { status: answer.status, body: answer.body, failure: answer.failure };
  if (isExpected(http, answer)) {
    const told = await after(running, call, row, http.then, answer.body, system.outboxDone(row["id"], kept));
    if (told !== null) await database.rows(system.outboxFailed(row["id"], { ...kept, why: "It was answered, but what was to follow was refused", refused: told }));
    return;
  }
  const { times, waitSeconds, doubling } = http.retries;
  if (!answer.final && row["attempts"] <= times) return void (await database.rows(system.outboxRetry(row["id"], waitSeconds * (doubling ? 2 ** (row["attempts"] - 1) : 1), kept)));
  const failed = system.outboxFailed(row["id"], { ...kept, code: http.otherwise.code });
  if ((await after(running, call, row, http.otherwise.then, answer.body, failed)) !== null) await database.rows(failed);
}

/** The outside's answer; in rehearsal the script's. */
async function answerTo(running: Running, call: Call, http: HttpCall, row: Row): Promise<Answer> {
  const rehearsed = running.options.rehearse ? rehearsedAnswer(running, call.name, row, http.expects.withinSeconds) : undefined;
  if (rehearsed) return rehearsed;
  const { notShown } = row["payload"];
  if (notShown) return { status: 0, body: null, failure: `${notShown.what} is not shown.`, notShown: notShown.what, final: true };
  return sendHttp(running, http, row["payload"] as Sent, String(row["idempotency_key"]));
}

/** A change waits for the answer: asked here and now, as often as Retries says, and kept for whoever looks. */
export async function askNow(running: Running, question: Question): Promise<Answer> {
  const http = question.call.does as HttpCall;
  const row = { payload: question.payload, idempotency_key: question.id };
  const { times, waitSeconds, doubling } = http.retries;
  let answer = await answerTo(running, question.call, http, row);
  for (let tried = 1; tried <= times && !isExpected(http, answer) && !answer.final; tried++) {
    await new Promise((later) => setTimeout(later, waitSeconds * 1000 * (doubling ? 2 ** (tried - 1) : 1)));
    answer = await answerTo(running, question.call, http, row);
  }
  const { status, body, failure } = answer;
  await running.database.rows(
    system.addSynchronousCall({
      id: question.id,
      call: question.call.name,
      entity: question.entity,
      record: question.record,
      payload: question.payload,
      answer: answer.notShown ? { notShown: question.payload["notShown"] } : { status, body, failure },
      done: isExpected(http, answer),
    }),
  );
  return answer;
}

/** Runs the statements on the record as the system and notes with them that it is done, so that a crash can't run them twice; gives by what they were refused, or null. */
async function after(running: Running, call: Call, row: Row, statements: HttpCall["then"], answer: unknown, note: Query): Promise<readonly Told[] | null> {
  const id = row["record_id"] as string | null;
  const entity = id === null ? null : call.entity;
  const isGone = id !== null && (!entity || (await readAsSystem({ connection: running.database, product: running.product }, entity, id)) === null);
  if (statements.length === 0 || isGone) {
    await running.database.rows(note);
    return null;
  }
  const outcome = await performAs(running.database, running.product, { kind: "system" }, {}, { entity: entity ?? "" }, async (work) => {
    // Somebody else may have had the answer since, where the claim lapsed meanwhile.
    if (!(await work.connection.row(system.stillWaiting(row["id"])))) return "";
    if (entity && id) (await lockForWrite(work, entity, id, call.name)).asked ??= row["payload"].asked ?? null;
    await runStatements(work, { entity, id, action: call.name, others: { answer } }, statements);
    await work.connection.rows(note);
    return id ?? "";
  });
  if (outcome.ok) announce(running, outcome.value);
  return outcome.ok ? null : toldOf(outcome.refusal);
}
