/** A call from outside: its signature, the record it finds, what then happens, once per key. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { system, valuesQuery, whereQuery } from "@nonet/database";
import type { Expression } from "@nonet/feel";
import type { Call, Signature } from "@nonet/model";
import { performAs } from "./perform.ts";
import { runStatements } from "./effects.ts";
import { catalogued, done, lineOf, notFound, problem, refuse } from "./refusal.ts";
import { secretOf } from "./secret.ts";
import { stop, touch, type Work } from "./work.ts";
import { announce, type Running } from "./running.ts";
import type { Engine, Outcome } from "./engine.ts";

type Received = Extract<Call["does"], { kind: "received" }>;
type Input = Parameters<Engine["receive"]>[1];

export async function receiveCall(running: Running, name: string, input: Input): Promise<Outcome<unknown>> {
  const call = running.product.calls.find((c) => c.name === name);
  if (!call || call.does.kind !== "received") return notFound("Call");
  const does = call.does;
  if (does.signature && !isSigned(running, does.signature, input)) return refuse("not signed in", problem("wrong-signature", "The signature is missing or isn't right.", { line: lineOf(running.product, call.source) }));
  const others = { body: input.body, header: input.headers, path: input.path, query: input.query };
  let answer: unknown = {};
  const outcome = await performAs(running.database, running.product, { kind: "system" }, {}, { entity: does.finds?.entity ?? "" }, async (work) => {
    answer = {};
    if (does.countsOncePer && !(await isNew(work, call, does, others))) return "";
    const ids = does.finds ? await findRecords(work, does, others) : [null];
    if (ids.length === 0) return otherwise(work, call, does);
    for (const id of ids) {
      if (id) await touch(work, does.finds!.entity, id, call.name);
      await runStatements(work, { entity: does.finds?.entity ?? null, id, action: call.name, others }, does.then);
    }
    if (does.answers) answer = await valueOf(work, does, does.finds ? ids[0]! : null, does.answers, others);
    return ids[0] ?? "";
  });
  if (!outcome.ok) return outcome;
  announce(running, outcome.value);
  return done(answer);
}

async function valueOf(work: Work, does: Received, id: string | null, expression: NonNullable<Received["answers"]>, others: Record<string, unknown>): Promise<unknown> {
  const row = await work.connection.row(valuesQuery(work.product, id ? does.finds!.entity : null, id, [{ name: "value", expression }], { others }));
  return (row?.["values"] as Record<string, unknown> | undefined)?.["value"] ?? null;
}

async function isNew(work: Work, call: Call, does: Received, others: Record<string, unknown>): Promise<boolean> {
  const key = await valueOf(work, does, null, does.countsOncePer!, others);
  return (await work.connection.row(system.countOnce(call.name, String(key)))) !== undefined;
}

async function findRecords(work: Work, does: Received, others: Record<string, unknown>): Promise<string[]> {
  // Nothing equals nothing: a value that the call leaves out would find every record that has none yet.
  for (const given of comparedFromOutside(does.finds!.where)) if ((await valueOf(work, does, null, given, others)) === null) return [];
  const rows = await work.connection.rows(whereQuery(work.product, does.finds!.entity, does.finds!.where, { others }));
  return rows.map((r) => r["id"] as string);
}

/** The sides of equalities in a condition that come with the call. */
function comparedFromOutside(where: Expression): Expression[] {
  if (where.kind !== "binary") return [];
  if (where.operator === "and" || where.operator === "or") return [...comparedFromOutside(where.left), ...comparedFromOutside(where.right)];
  return where.operator === "=" ? [where.left, where.right].filter(isFromOutside) : [];
}

function isFromOutside(expression: Expression): boolean {
  if (expression.kind === "path") return isFromOutside(expression.of);
  if (expression.kind === "index") return isFromOutside(expression.of);
  if (expression.kind === "call") return expression.arguments.some(isFromOutside);
  return expression.kind === "variable" && ["body", "header", "path", "query"].includes(expression.name);
}

/** Nothing was found: the document's Otherwise, else not found. */
async function otherwise(work: Work, call: Call, does: Received): Promise<string> {
  if (does.otherwise.then.length > 0) await runStatements(work, { entity: null, id: null, action: call.name, others: {} }, does.otherwise.then);
  if (does.otherwise.code) stop(refuse("conflict", await catalogued(work.connection, work.product, does.otherwise.code, { entity: null, id: null, variables: {} }, { rule: call.name })));
  if (does.otherwise.then.length === 0) stop(notFound(does.finds?.entity ?? "record"));
  return "";
}

function isSigned(running: Running, signature: Signature, input: Input): boolean {
  const secret = secretOf(running, signature.secret);
  if (secret === undefined) return false;
  if (signature.kind === "bearer") return same(input.headers["authorization"] ?? "", `Bearer ${secret}`);
  const given = (input.headers[signature.header.toLowerCase()] ?? "").replace(/^sha256=/, "");
  const right = createHmac(signature.algorithm, secret).update(input.rawBody);
  const digest = right.digest();
  return same(given, digest.toString("hex")) || same(given, digest.toString("base64"));
}

function same(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
