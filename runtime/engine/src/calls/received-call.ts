/** A call from outside: checks the signature, finds or creates the record, and runs the statements, once for each key. */
import { system, valuesQuery, whereQuery } from "@nonet/database";
import type { Expression } from "@nonet/feel";
import { type Call, type Signature, sourceLocation } from "@nonet/model";
import { type ChangeContext } from "../change/change-context.ts";
import { lockForWrite } from "../change/lock-record.ts";
import type { Running } from "../connection/running-product.ts";
import { secretOf } from "../connection/secrets.ts";
import type { CallAnswer } from "../contract/calls.ts";
import type { Engine } from "../contract/engine.ts";
import type { Outcome, Refusal } from "../contract/outcome.ts";
import { createByStatement } from "../effects/create-statement.ts";
import { runStatements } from "../effects/run-statements.ts";
import { performSteps } from "../perform/perform.ts";
import { publishChanges } from "../perform/publish-changes.ts";
import { catalogueError } from "../refusals/catalogue-error.ts";
import { done, notFound, problem, refuse } from "../refusals/refusal.ts";
import { stop } from "../refusals/stop.ts";
import { addressOf } from "./absolute-links.ts";
import { dedupKey, isNoKey } from "./dedup-key.ts";
import { checkSignature } from "./signatures.ts";
import { objectOf, readParameters } from "../effects/read-parameters.ts";
import { say } from "@nonet/texts";

export type Received = Extract<Call["does"], { kind: "received" }>;
type Input = Parameters<Engine["callReceived"]>[1];
type Others = Record<string, unknown>;

export async function answerReceivedCall(running: Running, name: string, input: Input): Promise<Outcome<CallAnswer>> {
  const call = running.product.calls.find((c) => c.name === name);
  if (!call || call.does.kind !== "received") return notFound("Call");
  const does = call.does;
  const signed = does.signature ? signatureOf(running, does.signature, input) : { once: null };
  if (signed === null) return refuse("not signed in", problem("wrong-signature", say("the-signature-is-missing-or-wrong"), sourceLocation(running.product, call.source)));
  return runReceivedCall(running, call, does, input, signed.once);
}

/** Runs a call whose sender is known: an example sends it itself. */
export async function runReceivedCall(running: Running, call: Call, does: Received, input: Omit<Input, "rawBody">, signature: string | null = null): Promise<Outcome<CallAnswer>> {
  const sent = { body: input.body, header: input.headers, path: input.path, query: input.query, "product address": addressOf(running) };
  let answer: CallAnswer = { status: null, body: {} };
  let refusal: Refusal | null = null;
  const outcome = await performSteps(running, { entity: does.finds?.entity ?? "" }, async (work) => {
    refusal = null;
    if (signature !== null && (await work.connection.row(system.takeSignature(call.name, dedupKey(signature)))) === undefined)
      stop(refuse("conflict", problem("replayed", say("this-signed-request-has-been-received-before"), sourceLocation(running.product, call.source))));
    const others = does.takes.length === 0 ? sent : { ...sent, body: await readParameters(work, does.takes, objectOf(input.body) ?? {}, { loose: true, wrong: "malformed" }) };
    const counted = does.countsOncePer ? await valueOf(work, does, null, does.countsOncePer, others) : null;
    const key = isNoKey(counted) ? null : counted;
    const before = key === null ? null : await previousAnswer(work, call.name, dedupKey(key));
    if (before) {
      ({ answer, refusal = null } = before);
      return "";
    }
    const ids = does.finds ? await findRecords(work, call, does, others) : [null];
    if (ids.length === 0) {
      ({ answer, refusal } = await otherwise(work, call, does, others));
    } else {
      let bound: Others = others;
      for (const id of ids) {
        if (id) await lockForWrite(work, does.finds!.entity, id, call.name);
        const { others: named, ended } = await runStatements(work, { entity: does.finds?.entity ?? null, id, action: call.name, others }, does.then);
        if (id === ids[0]) bound = named;
        // `end with` keeps what has been done.
        refusal ??= ended ?? null;
      }
      answer = does.answers
        ? { status: does.answers.status, body: does.answers.body ? await valueOf(work, does, ids[0] ?? null, does.answers.body, bound) : undefined }
        : { status: null, body: {} };
    }
    if (key !== null) await work.connection.rows(system.setReceivedAnswer(call.name, dedupKey(key), { ...answer, ...(refusal ? { refusal } : {}) }));
    return ids[0] ?? "";
  });
  if (!outcome.ok) return outcome;
  publishChanges(running, outcome.value);
  return refusal ? { ok: false, refusal } : done(answer);
}

async function valueOf(work: ChangeContext, does: Received, id: string | null, expression: Expression, others: Others): Promise<unknown> {
  const row = await work.connection.row(valuesQuery(work.product, id ? does.finds!.entity : null, id, [{ name: "value", expression }], { others }));
  return (row?.["values"] as Record<string, unknown> | undefined)?.["value"] ?? null;
}

/** The first answer under this key; null where this is the first call. A call without a key runs each time. */
async function previousAnswer(work: ChangeContext, call: string, key: string): Promise<{ readonly answer: CallAnswer; readonly refusal?: Refusal | null } | null> {
  if ((await work.connection.row(system.receiveOnce(call, key))) !== undefined) return null;
  const stored = (await work.connection.row(system.receivedAnswer(call, key)))?.["answer"] as (CallAnswer & { readonly refusal?: Refusal }) | null | undefined;
  if (!stored) return { answer: { status: null, body: {} } };
  const { refusal = null, ...answer } = stored;
  return { answer, refusal };
}

async function findRecords(work: ChangeContext, call: Call, does: Received, others: Others): Promise<(string | null)[]> {
  const { entity, where, orCreates } = does.finds!;
  // A value that the call leaves out would find every record that has none.
  for (const value of comparedInput(where)) if ((await valueOf(work, does, null, value, others)) === null) return [];
  const rows = await work.connection.rows(whereQuery(work.product, entity, where, { others }));
  if (rows.length > 0 || !orCreates) return rows.map((r) => r["id"] as string);
  return [(await createByStatement(work, { entity: null, id: null, action: call.name, others }, orCreates)).id];
}

/** The sides of equalities in a condition that are values of the call. */
function comparedInput(where: Expression): Expression[] {
  if (where.kind !== "binary") return [];
  if (where.operator === "and" || where.operator === "or") return [...comparedInput(where.left), ...comparedInput(where.right)];
  return where.operator === "=" ? [where.left, where.right].filter(isInput) : [];
}

function isInput(expression: Expression): boolean {
  if (expression.kind === "path") return isInput(expression.of);
  if (expression.kind === "index") return isInput(expression.of);
  if (expression.kind === "call") return expression.arguments.some(isInput);
  return expression.kind === "variable" && ["body", "header", "path", "query"].includes(expression.name);
}

/** No record was found: the document's Otherwise, else a not-found error. Its statements are kept even where its code is the answer. */
async function otherwise(work: ChangeContext, call: Call, does: Received, others: Others): Promise<{ answer: CallAnswer; refusal: Refusal | null }> {
  const { code, then } = does.otherwise;
  if (then.length === 0 && !code) stop(notFound(does.finds?.entity ?? "record"));
  await runStatements(work, { entity: null, id: null, action: call.name, others }, then);
  if (!code) return { answer: { status: null, body: {} }, refusal: null };
  const { refusal } = refuse(
    "conflict",
    await catalogueError(work.connection, work.product, code, { entity: null, id: null, variables: { others } }, { rule: call.name, ...sourceLocation(work.product, call.source) }),
  );
  return then.length === 0 ? stop({ refusal }) : { answer: { status: null, body: {} }, refusal };
}

/** What identifies the signature, where it may come only once; null where it is wrong. */
function signatureOf(running: Running, signature: Signature, input: Input): { readonly once: string | null } | null {
  const secret = secretOf(running, signature.secret);
  return secret === undefined || secret === "" ? null : checkSignature(signature, secret, input, Math.floor(Date.now() / 1000));
}
