/** Sends what committed changes have left to send: at least once, in order per record, with an idempotency key. */
import { createHmac } from "node:crypto";
import nodemailer from "nodemailer";
import { guardQuery, system, type Query } from "@nonet/database";
import type { Call, HttpCall } from "@nonet/model";
import { performAs } from "./perform.ts";
import { runStatements } from "./effects.ts";
import { secretOf } from "./secret.ts";
import { rehearsedAnswer } from "./answer-scripts.ts";
import { touch } from "./work.ts";
import { announce, type Running } from "./running.ts";
import type { Row } from "./connection.ts";

const leaseSeconds = 60;

/** Sends everything due now; gives how many entries it took. */
export async function deliverDue(running: Running): Promise<number> {
  let taken = 0;
  for (;;) {
    const rows = await running.database.rows(system.claimOutbox(10, leaseSeconds));
    if (rows.length === 0) return taken;
    taken += rows.length;
    for (const row of [...rows].sort((a, b) => Number(a["position"]) - Number(b["position"]))) await deliver(running, row);
  }
}

async function deliver(running: Running, row: Row): Promise<void> {
  const call = running.product.calls.find((c) => c.name === row["call"]);
  if (!call) return void (await running.database.rows(system.outboxFailed(row["id"], { why: "The document no longer has this call." })));
  if (call.does.kind === "email") return deliverMail(running, row);
  if (call.does.kind === "http") return deliverHttp(running, row, call, call.does);
}

async function deliverMail(running: Running, row: Row): Promise<void> {
  const { payload, id } = row;
  if (payload.notShown) return void (await running.database.rows(system.outboxFailed(id, { notShown: payload.notShown })));
  if (running.options.rehearse) return void (await running.database.rows(system.outboxDone(id, { caught: true })));
  const server = running.options.environment["SMTP_URL"];
  if (!server) return void (await running.database.rows(system.outboxRetry(id, 60, { why: "No mail server is set: set SMTP_URL." })));
  try {
    await nodemailer.createTransport(server).sendMail({ from: running.options.environment["MAIL_FROM"] ?? "nonet@localhost", to: payload.to, subject: payload.subject, text: payload.body, messageId: `<${row["idempotency_key"]}@nonet>` });
    await running.database.rows(system.outboxDone(id, { sent: true }));
  } catch (error) {
    const why = { why: String((error as Error).message) };
    await running.database.rows(row["attempts"] >= 10 ? system.outboxFailed(id, why) : system.outboxRetry(id, 10 * 2 ** Number(row["attempts"]), why));
  }
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  /** Set where there was no answer. */
  readonly failure: string | null;
}

async function deliverHttp(running: Running, row: Row, call: Call, http: HttpCall): Promise<void> {
  const { database, product } = running;
  if (http.droppedWhen && row["record_id"]) {
    const dropped = await database.row(guardQuery(product, call.entity!, row["record_id"], http.droppedWhen.expression));
    if (dropped?.["holds"] === true) return void (await database.rows(system.outboxDropped(row["id"])));
  }
  const rehearsed = running.options.rehearse ? rehearsedAnswer(running, call.name, row) : undefined;
  if (!rehearsed && row["payload"].notShown) return void (await database.rows(system.outboxFailed(row["id"], { notShown: row["payload"].notShown })));
  const answer = rehearsed ? await rehearsed : await request(running, row, http);
  const expected = answer.failure === null && answer.status >= http.expects.low && answer.status <= http.expects.high;
  const kept = { status: answer.status, body: answer.body, failure: answer.failure };
  if (expected) {
    const told = await after(running, call, row, http.then, answer.body, system.outboxDone(row["id"], kept));
    if (told !== null) await database.rows(system.outboxFailed(row["id"], { ...kept, why: told }));
    return;
  }
  const { times, waitSeconds, doubling } = http.retries;
  if (row["attempts"] <= times) return void (await database.rows(system.outboxRetry(row["id"], waitSeconds * (doubling ? 2 ** (row["attempts"] - 1) : 1), kept)));
  const failed = system.outboxFailed(row["id"], { ...kept, code: http.otherwise.code });
  if ((await after(running, call, row, http.otherwise.then, answer.body, failed)) !== null) await database.rows(failed);
}

/** Runs the statements on the record as the system and notes with them that it is done, so that a crash can't run them twice; gives why they were refused, or null. */
async function after(running: Running, call: Call, row: Row, statements: HttpCall["then"], answer: unknown, note: Query): Promise<string | null> {
  const id = row["record_id"] as string | null;
  if (statements.length === 0 || !id || !call.entity) {
    await running.database.rows(note);
    return null;
  }
  const outcome = await performAs(running.database, running.product, { kind: "system" }, {}, { entity: call.entity }, async (work) => {
    await touch(work, call.entity!, id, call.name);
    await runStatements(work, { entity: call.entity, id, action: call.name, others: { answer } }, statements);
    await work.connection.rows(note);
    return id;
  });
  if (outcome.ok) announce(running, outcome.value);
  return outcome.ok ? null : outcome.refusal.errors.map((e) => e.detail).join(" ");
}

async function request(running: Running, row: Row, http: HttpCall): Promise<Answer> {
  const { method, address, headers, body } = row["payload"];
  const text = body === null || body === undefined ? undefined : JSON.stringify(body);
  const signed = signature(running, http, text ?? "");
  if (signed === null) return { status: 0, body: null, failure: `The secret ${http.signature?.secret} isn't set.` };
  try {
    const response = await fetch(address, { method, headers: { ...(text === undefined ? {} : { "content-type": "application/json" }), ...headers, ...signed, "idempotency-key": row["idempotency_key"] }, ...(text === undefined ? {} : { body: text }), signal: AbortSignal.timeout(http.expects.withinSeconds * 1000), redirect: "error" });
    const content = await response.text();
    return { status: response.status, body: jsonOr(content), failure: null };
  } catch (error) {
    return { status: 0, body: null, failure: (error as Error).name === "TimeoutError" ? `No answer within ${http.expects.withinSeconds} seconds.` : "The address doesn't answer." };
  }
}

const jsonOr = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

function signature(running: Running, http: HttpCall, body: string): Record<string, string> | null {
  if (!http.signature) return {};
  const secret = secretOf(running, http.signature.secret);
  if (secret === undefined) return null;
  if (http.signature.kind === "bearer") return { authorization: `Bearer ${secret}` };
  return { [http.signature.header]: createHmac(http.signature.algorithm, secret).update(body).digest("hex") };
}
