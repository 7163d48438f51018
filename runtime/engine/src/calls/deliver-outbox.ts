/** Delivers the outbox: calls and mails of committed changes, at least once, in order for each record, with an idempotency key. */
import { guardQuery, type Query, system } from "@nonet/database";
import type { Call, CallParameter, HttpCall } from "@nonet/model";
import { lockForWrite } from "../change/lock-record.ts";
import { readAsSystem } from "../change/read-as-system.ts";
import type { Question } from "../change/retry-state.ts";
import type { Row } from "../connection/contract.ts";
import type { Running } from "../connection/running-product.ts";
import { type Answer, isExpected, nextWait } from "../contract/calls.ts";
import { runStatements } from "../effects/run-statements.ts";
import { performSteps } from "../perform/perform.ts";
import { publishChanges } from "../perform/publish-changes.ts";
import { isSuccess, type RefusalReason, refusalReasons } from "./failure-reason.ts";
import { objectOf, readParameters } from "../effects/read-parameters.ts";
import { composed, isItsTurn, leavingOf } from "./leaving.ts";
import { runScheduled } from "./run-scheduled.ts";
import { scriptedAnswer } from "./scripted-answers.ts";
import { withoutSecrets, withSecretValues } from "./sent-secrets.ts";
import { sendHttp, type HttpMessage } from "./send-http.ts";
import { sendMail, mailServer, noMailServer } from "./send-mail.ts";
import { withAbsoluteLinksIn } from "./absolute-links.ts";

/** Delivers all entries that are due, one after the other, so that every rehearsal gives the same result; returns how many it processed. */
export async function deliverInOrder(running: Running): Promise<number> {
  let processed = 0;
  for (;;) {
    const rows = await claimEntries(running, batchSize);
    if (rows.length === 0) return processed;
    processed += rows.length;
    for (const row of rows) await renewWhile(running, row, deliver(running, row));
  }
}

/** Entries claimed together. */
export const batchSize = 20;

/** A claim is renewed while its entry is processed, so it expires only where the process that had it is gone. */
const leaseSeconds = 10;
const renewEverySeconds = 3;

/** In the order in which they leave. At most one entry of a record is claimed at a time, so entries claimed together don't depend on each other. */
export async function claimEntries(running: Running, limit: number, busyReceivers: readonly string[] = []): Promise<readonly Row[]> {
  if ((await running.database.row(system.anyDueInOutbox))?.["due"] !== true) return [];
  const rows = await running.database.rows(system.claimOutbox(limit, leaseSeconds, busyReceivers));
  return [...rows].sort((a, b) => Number(a["position"]) - Number(b["position"]));
}

export async function renewWhile(running: Running, row: Row, delivery: Promise<void>): Promise<void> {
  const renew = (): void => void running.database.rows(system.renewClaim(row["id"], leaseSeconds)).catch(() => undefined);
  const timer = setInterval(renew, renewEverySeconds * 1000);
  try {
    await delivery;
  } finally {
    clearInterval(timer);
  }
}

const callOf = (running: Running, row: Row): Call | undefined => running.product.calls.find((c) => c.name === row["call"]);

/** A mail of the document, or one of the product's own such as `(invitation)`. */
const isMail = (running: Running, row: Row): boolean =>
  !row["payload"].scheduled && "to" in row["payload"] && (callOf(running, row)?.does.kind === "email" || String(row["call"]).startsWith("("));

/** Without a mail server all mails fail in one statement; returns the other entries. */
export async function withoutUnsendable(running: Running, rows: readonly Row[]): Promise<readonly Row[]> {
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

export async function deliver(running: Running, row: Row): Promise<void> {
  const call = callOf(running, row);
  if (!(await isItsTurn(running, row, leavingOf(call)))) return;
  if (call && row["payload"].asOfSending) {
    const made = await composed(running, row, call);
    return made === null ? undefined : send(running, made, call);
  }
  return send(running, row, call);
}

async function send(running: Running, row: Row, call: Call | undefined): Promise<void> {
  if (row["payload"].scheduled) return runScheduled(running, row, call);
  if (isMail(running, row)) return sendMail(running, row);
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
  const stored = { status: answer.status, body: answer.body, failure: answer.failure };
  if (isExpected(http, answer)) {
    const refused = await runFollowUp(running, call, row, { statements: http.then, answer: answer.body, fields: http.answer, note: system.outboxDone(row["id"], stored) });
    if (refused !== null) await database.rows(system.outboxFailed(row["id"], { ...stored, why: "The call was answered, but its Then was refused", refused }));
    return;
  }
  const wait = nextWait(http, answer, Number(row["attempts"]));
  if (wait !== undefined) return void (await database.rows(system.outboxRetry(row["id"], running.options.rehearse ? wait : withJitter(wait), stored)));
  const failed = system.outboxFailed(row["id"], { ...stored, code: http.otherwise.code });
  if ((await runFollowUp(running, call, row, { statements: http.otherwise.then, answer: answer.body, note: failed })) !== null) await database.rows(failed);
}

/** Default 162: what failed together isn't sent again together. */
const withJitter = (seconds: number): number => seconds * (1 + Math.random() * 0.2);

/** The answer of the called system; in rehearsal the scripted one. */
async function answerTo(running: Running, call: Call, http: HttpCall, row: Row): Promise<Answer> {
  const rehearsed = running.options.rehearse ? scriptedAnswer(running, call.name, row, http.expects.withinSeconds) : undefined;
  if (rehearsed) return rehearsed;
  const { notShown } = row["payload"];
  if (notShown) return { status: 0, body: null, failure: `${notShown.what} is not shown.`, notShown: notShown.what, final: true };
  const { message, values } = await withSecretValues(running, row["payload"] as HttpMessage);
  return withoutSecrets(await sendHttp(running, http, { ...message, body: withAbsoluteLinksIn(running, message.body) }, String(row["idempotency_key"])), values);
}

/** A synchronous call: made at once, with the document's retries, and recorded. */
export async function callNow(running: Running, question: Question): Promise<Answer> {
  const http = question.call.does as HttpCall;
  const row = { payload: question.payload, idempotency_key: question.id, entity: question.entity, record_id: question.record };
  let answer = await answerTo(running, question.call, http, row);
  for (let tried = 1; !isExpected(http, answer); tried++) {
    const wait = nextWait(http, answer, tried);
    if (wait === undefined) break;
    await new Promise((later) => setTimeout(later, wait * 1000));
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

interface FollowUp {
  readonly statements: HttpCall["then"];
  readonly answer: unknown;
  /** The declared fields of the answer. */
  readonly fields?: readonly CallParameter[];
  /** Marks the outbox entry. */
  readonly note: Query;
}

/** Runs the statements that follow the answer as the system; marks the entry in the same transaction, so that a crash can't run them twice. Returns why they were refused, or null. */
async function runFollowUp(running: Running, call: Call, row: Row, { statements, answer, fields = [], note }: FollowUp): Promise<readonly RefusalReason[] | null> {
  const id = row["record_id"] as string | null;
  const entity = id === null ? null : call.entity;
  const isGone = id !== null && (!entity || (await readAsSystem({ connection: running.database, product: running.product }, entity, id)) === null);
  if (statements.length === 0 || isGone) {
    await running.database.rows(note);
    return null;
  }
  const outcome = await performSteps(running, { entity: entity ?? "" }, async (work) => {
    // Another process may have finished the entry, where the claim expired.
    if (!(await work.connection.row(system.stillWaiting(row["id"])))) return "";
    if (entity && id) (await lockForWrite(work, entity, id, call.name)).input ??= row["payload"].input ?? null;
    const read = fields.length === 0 ? answer : await readParameters(work, fields, objectOf(answer) ?? {}, { loose: true });
    await runStatements(work, { entity, id, action: call.name, others: { answer: read } }, statements);
    await work.connection.rows(note);
    return id ?? "";
  });
  if (outcome.ok) publishChanges(running, outcome.value);
  // `stop with` a code of success: nothing happens, and nothing has failed.
  if (!outcome.ok && isSuccess(outcome.refusal)) {
    await running.database.rows(note);
    return null;
  }
  return outcome.ok ? null : refusalReasons(outcome.refusal);
}
