/** A call that the product offers: who may, what came with it, what it does as one change, and what it answers. */
import { system, valuesQuery } from "@nonet/database";
import { type Entity, type Field, type OfferedCall, parameterOf, type CallParameter, sourceLocation, type SourceLocation } from "@nonet/model";
import { nearest } from "@nonet/source";
import { readerOf, variablesOf, type ChangeContext } from "../change/change-context.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { CallAnswer } from "../contract/calls.ts";
import type { Engine } from "../contract/engine.ts";
import type { FieldError, Outcome, RefusalEnvelope } from "../contract/outcome.ts";
import { runBinding } from "../effects/run-statements.ts";
import { evaluate, type Place } from "../effects/statement-scope.ts";
import { label } from "../input/field-label.ts";
import { inOrder } from "../input/input-errors.ts";
import { readValue } from "../input/parse-values.ts";
import { idOf } from "../input/reference-id.ts";
import { performAs } from "../perform/perform.ts";
import { announce } from "../perform/publish-changes.ts";
import { resolveReferences } from "../records/resolve-references.ts";
import { notFound, notPermitted, notSignedIn, problem, refuse } from "../refusals/refusal.ts";
import { stop } from "../refusals/stop.ts";
import { type Asking, judgeGiven } from "../rules/check-action-input.ts";
import { countedKey } from "./dedup-key.ts";

type Input = Parameters<Engine["callOffered"]>[2];

export async function offerCall(running: Running, actor: Actor, name: string, input: Input): Promise<Outcome<CallAnswer>> {
  const call = running.product.calls.find((c) => c.name === name);
  return call?.does.kind === "offered" ? answerOf(running, actor, call.name, call.does, input) : notFound("Call");
}

/** A refusal in the envelope that the document writes; undefined where it writes none. */
export async function enveloped(running: Running, name: string, told: RefusalEnvelope): Promise<unknown> {
  const call = running.product.calls.find((c) => c.name === name);
  const expression = call?.does.kind === "offered" ? call.does.errors : null;
  if (!expression) return undefined;
  const row = await running.database.row(valuesQuery(running.product, null, null, [{ name: "value", expression }], { others: { ...told } }));
  return (row?.["values"] as Record<string, unknown> | undefined)?.["value"] ?? null;
}

async function answerOf(running: Running, actor: Actor, name: string, does: OfferedCall, input: Input): Promise<Outcome<CallAnswer>> {
  const refused = refusalFor(running, actor, name, does);
  if (refused) return refused;
  const sent = does.method === "GET" || does.method === "DELETE" ? { ...input.query, ...objectOf(input.body) } : objectOf(input.body);
  if (sent === null || (input.body !== null && input.body !== undefined && objectOf(input.body) === null))
    return refuse("malformed", problem("malformed", "The body should be a JSON object."));
  let answer: CallAnswer = { status: does.answers.status, body: undefined };
  const outcome = await performAs(running.database, running.product, actor, { confirm: input.confirm ?? [] }, { entity: "" }, async (work) => {
    const asked = await readTaken(work, does.takes, withPath(does, sent, input.path), does.method === "GET" || does.method === "DELETE");
    const place: Place = {
      entity: null,
      id: null,
      action: name,
      reader: readerOf(actor),
      others: { asked, body: input.body, path: input.path, query: input.query, header: input.headers },
    };
    const key = does.countsOncePer ? await evaluate(work, place, does.countsOncePer) : null;
    const counted = key === null ? null : countedKey([actor.kind === "person" ? actor.id : actor.kind, key]);
    if (counted !== null && (await work.connection.row(system.receiveOnce(name, counted))) === undefined) {
      answer = ((await work.connection.row(system.receivedAnswer(name, counted)))?.["answer"] as CallAnswer | null | undefined) ?? answer;
      return "";
    }
    const here = await runBinding(work, place, does.then);
    const body = does.answers.body ? await evaluate(work, here, does.answers.body) : undefined;
    answer = { status: does.answers.status, body };
    if (counted !== null) await work.connection.rows(system.setReceivedAnswer(name, counted, answer));
    return "";
  });
  if (!outcome.ok) return outcome;
  announce(running, outcome.value);
  return { ok: true, value: answer };
}

/** For says who may: that is this door's permission, as Who is an action's. */
function refusalFor(running: Running, actor: Actor, name: string, does: OfferedCall): ReturnType<typeof refuse> | null {
  if (actor.kind === "system" || does.for.includes("anyone")) return null;
  if (actor.kind !== "person") return notSignedIn();
  // Default 5.
  if (actor.owner && !running.product.permissions.written) return null;
  const held = new Set(actor.roles.flatMap((r) => running.product.permissions.roles.find((x) => x.name === r)?.includes ?? [r]));
  if (does.for.includes("everyone") || does.for.some((role) => held.has(role))) return null;
  return notPermitted(`${name} isn't yours to call.`, sourceLocation(running.product, running.product.calls.find((c) => c.name === name)?.source ?? null));
}

const objectOf = (value: unknown): Record<string, unknown> | null =>
  value === null || value === undefined ? {} : typeof value === "object" && !Array.isArray(value) ? (value as Record<string, unknown>) : null;

/** What is being read: where its mistakes go, and what of the call itself has been read so far, which is `asked`. */
interface Reading {
  readonly work: ChangeContext;
  readonly errors: FieldError[];
  readonly asked: Record<string, unknown>;
}

/** A field that the path names is what stands there, whatever else was sent under its name. */
function withPath({ path, takes }: OfferedCall, sent: Readonly<Record<string, unknown>>, parameters: Input["path"]): Readonly<Record<string, unknown>> {
  const named = takes.flatMap((taken) => {
    const name = parameterOf(path, taken);
    return name === undefined ? [] : [{ taken, value: parameters[name] }];
  });
  const others = Object.entries(sent).filter(([key]) => !named.some(({ taken }) => isKeyOf(taken, key)));
  return Object.fromEntries([...others, ...named.map(({ taken, value }) => [taken.field.key, value])]);
}

/** By the fields' names, as expressions call them; every mistake is told at once. */
async function readTaken(work: ChangeContext, takes: readonly CallParameter[], sent: Readonly<Record<string, unknown>>, loose: boolean): Promise<Record<string, unknown>> {
  const reading: Reading = { work, errors: [], asked: {} };
  await readObject(reading, takes, sent, "", reading.asked, loose);
  const errors = [...reading.errors, ...work.errors.splice(0)];
  if (errors.length > 0) stop(refuse(errors.some((e) => e.code === "unknown-field") ? "malformed" : "invalid", ...errors));
  return reading.asked;
}

/** Fills `values`; `loose`: a query may hold more than what is taken. */
async function readObject(
  reading: Reading,
  takes: readonly CallParameter[],
  sent: Readonly<Record<string, unknown>>,
  at: string,
  values: Record<string, unknown> = {},
  loose = false,
): Promise<Record<string, unknown>> {
  const { work, errors } = reading;
  const before = errors.length;
  if (!loose) for (const key of Object.keys(sent)) if (!takes.some((t) => isKeyOf(t, key))) errors.push(unknown(takes, key, at));
  for (const one of takes) {
    const key = Object.keys(sent).find((k) => isKeyOf(one, k));
    const value = key === undefined ? undefined : sent[key];
    values[one.field.name] = await readOne(reading, one, value, `${at}${one.field.key}`);
  }
  const wrong = (field: Field): boolean => errors.some((e) => e.field === `${at}${field.key}` || e.field?.startsWith(`${at}${field.key}/`));
  const judged = takes.map((t) => t.field).filter((f) => !wrong(f));
  const found = await judgeGiven(work, judged, values, (wanted, given) => valuesOf(reading, wanted, given));
  const own = [...errors.splice(before), ...found.map((e) => ({ ...e, field: `${at}${e.field}` }))];
  errors.push(
    ...inOrder(
      own,
      takes.map((t) => t.field),
      at,
    ),
  );
  return values;
}

async function valuesOf({ work, asked }: Reading, wanted: Parameters<Asking>[0], given: Parameters<Asking>[1]): ReturnType<Asking> {
  const row = await work.connection.row(valuesQuery(work.product, null, null, wanted, variablesOf(work, undefined, { asked, given })));
  return (row?.["values"] ?? {}) as Record<string, unknown>;
}

const isKeyOf = (taken: CallParameter, key: string): boolean => key === taken.field.key || key === taken.field.name || key === taken.field.column;

function unknown(takes: readonly CallParameter[], key: string, at: string): FieldError {
  const near = nearest(
    key,
    takes.map((t) => t.field.key),
  );
  return problem("unknown-field", `There is no field ${at}${key} here${near ? `; did you mean ${near}?` : "."}`, { field: `${at}${key}` });
}

async function readOne(reading: Reading, taken: CallParameter, value: unknown, at: string): Promise<unknown> {
  const { work, errors } = reading;
  const { field } = taken;
  const said = sourceLocation(work.product, field.source);
  if (value === undefined || value === null || value === "") return absent(reading, taken, at, said);
  if (taken.fields !== null) return readNested(reading, taken, taken.fields, value, at);
  const read = readValue(field, value);
  if ("wrong" in read) {
    errors.push(problem("invalid-value", `${label(field)} ${read.wrong}`, { field: at, ...said }));
    return null;
  }
  const holder = { name: "", fields: [field] } as unknown as Entity;
  const resolved = (await resolveReferences(work, holder, { [field.name]: read.value }, true))[field.name];
  errors.push(...work.errors.splice(0).map((e) => ({ ...e, field: at, ...said })));
  return resolved;
}

/** What is required is told once all of it has been read. */
async function absent(reading: Reading, taken: CallParameter, at: string, said: SourceLocation): Promise<unknown> {
  const { field } = taken;
  if (field.default) return idOf((await valuesOf(reading, [{ name: "value", expression: field.default }], {}))["value"]);
  if (field.required !== true && taken.fields !== null && !taken.list && taken.fields.some((f) => f.field.required === true))
    reading.errors.push(problem("required", `${label(field)} is required.`, { field: at, ...said }));
  return taken.list ? [] : null;
}

async function readNested(reading: Reading, taken: CallParameter, fields: readonly CallParameter[], value: unknown, at: string): Promise<unknown> {
  const { errors } = reading;
  if (!taken.list) {
    const object = objectOf(value);
    if (object) return readObject(reading, fields, object, `${at}/`);
    errors.push(problem("invalid-value", `${label(taken.field)} must be an object.`, { field: at }));
    return null;
  }
  if (!Array.isArray(value)) {
    errors.push(problem("invalid-value", `${label(taken.field)} must be a list of objects.`, { field: at }));
    return [];
  }
  const items: unknown[] = [];
  for (const [i, item] of value.slice(0, 1000).entries()) {
    const object = item === null ? null : objectOf(item);
    if (object) items.push(await readObject(reading, fields, object, `${at}/${i}/`));
    else errors.push(problem("invalid-value", `${label(taken.field)} must be a list of objects.`, { field: `${at}/${i}` }));
  }
  if (value.length > 1000) errors.push(problem("invalid-value", `${label(taken.field)} has at most 1,000 items.`, { field: at }));
  return items;
}
