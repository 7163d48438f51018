/** A call that the product offers: checks the caller and the input, runs the call as one change, and answers it. */
import { system, valuesQuery } from "@nonet/database";
import { type CallParameter, type Field, type OfferedCall, parameterOf, referenceId, sourceLocation, type SourceLocation } from "@nonet/model";
import { variablesOf, type ChangeContext } from "../change/change-context.ts";
import { readerOf } from "../change/actor-reader.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { CallAnswer } from "../contract/calls.ts";
import type { Engine } from "../contract/engine.ts";
import type { FieldError, Outcome, Refusal, RefusalEnvelope } from "../contract/outcome.ts";
import { runStatements } from "../effects/run-statements.ts";
import { evaluate } from "../effects/evaluate-expression.ts";
import type { StatementScope } from "../change/statement-scope.ts";
import { fieldLabel } from "../input/field-label.ts";
import { inOrder } from "../input/input-errors.ts";
import { parseValue } from "../input/parse-value.ts";
import { unknownField } from "../input/parse-values.ts";
import { performSteps } from "../perform/perform.ts";
import { publishChanges } from "../perform/publish-changes.ts";
import { resolveReferences } from "../records/resolve-references.ts";
import { notFound, notPermitted, notSignedIn, problem, refuse } from "../refusals/refusal.ts";
import { stop } from "../refusals/stop.ts";
import { checkInput, type EvaluateInput } from "../rules/check-action-input.ts";
import { dedupKey } from "./dedup-key.ts";

const maxItems = 1000;

type Input = Parameters<Engine["callOffered"]>[2];

export async function answerOfferedCall(running: Running, actor: Actor, name: string, input: Input): Promise<Outcome<CallAnswer>> {
  const call = running.product.calls.find((c) => c.name === name);
  return call?.does.kind === "offered" ? answerOf(running, actor, call.name, call.does, input) : notFound("Call");
}

/** A refusal in the document's error envelope; undefined where the document has none. */
export async function errorEnvelope(running: Running, name: string, refusal: RefusalEnvelope): Promise<unknown> {
  const call = running.product.calls.find((c) => c.name === name);
  const expression = call?.does.kind === "offered" ? call.does.errors : null;
  if (!expression) return undefined;
  const row = await running.database.row(valuesQuery(running.product, null, null, [{ name: "value", expression }], { others: { ...refusal } }));
  return (row?.["values"] as Record<string, unknown> | undefined)?.["value"] ?? null;
}

async function answerOf(running: Running, actor: Actor, name: string, does: OfferedCall, input: Input): Promise<Outcome<CallAnswer>> {
  const refused = refusalFor(running, actor, name, does);
  if (refused) return refused;
  const sent = does.method === "GET" || does.method === "DELETE" ? { ...input.query, ...objectOf(input.body) } : objectOf(input.body);
  if (sent === null || (input.body !== null && input.body !== undefined && objectOf(input.body) === null))
    return refuse("malformed", problem("malformed", "The body should be a JSON object."));
  let answer: CallAnswer = { status: does.answers.status, body: undefined };
  let ended: Refusal | null = null;
  const outcome = await performSteps(running, { entity: "", actor, options: { confirm: input.confirm ?? [] } }, async (work) => {
    const asked = await readParameters(work, does.takes, withPath(does, sent, input.path), does.method === "GET" || does.method === "DELETE");
    const place: StatementScope = {
      entity: null,
      id: null,
      action: name,
      reader: readerOf(actor),
      others: { asked, body: input.body, path: input.path, query: input.query, header: input.headers },
    };
    const key = does.countsOncePer ? await evaluate(work, place, does.countsOncePer) : null;
    const countKey = key === null ? null : dedupKey([actor.kind === "person" ? actor.id : actor.kind, key]);
    if (countKey !== null && (await work.connection.row(system.receiveOnce(name, countKey))) === undefined) {
      answer = ((await work.connection.row(system.receivedAnswer(name, countKey)))?.["answer"] as CallAnswer | null | undefined) ?? answer;
      return "";
    }
    const bound = await runStatements(work, place, does.then);
    ended = bound.ended ?? null;
    if (ended) return "";
    const body = does.answers.body ? await evaluate(work, bound, does.answers.body) : undefined;
    answer = { status: does.answers.status, body };
    if (countKey !== null) await work.connection.rows(system.setReceivedAnswer(name, countKey, answer));
    return "";
  });
  if (!outcome.ok) return outcome;
  publishChanges(running, outcome.value);
  // `end with` keeps what has been done.
  return ended ? { ok: false, refusal: ended } : { ok: true, value: answer };
}

/** The call's For is its permission, as an action's Who is. */
function refusalFor(running: Running, actor: Actor, name: string, does: OfferedCall): ReturnType<typeof refuse> | null {
  if (actor.kind === "system" || does.for.includes("anyone")) return null;
  if (actor.kind !== "person") return notSignedIn();
  // Default 5.
  if (actor.owner && !running.product.permissions.written) return null;
  const held = new Set(actor.roles.flatMap((r) => running.product.permissions.roles.find((x) => x.name === r)?.includes ?? [r]));
  if (does.for.includes("everyone") || does.for.some((role) => held.has(role))) return null;
  return notPermitted(`You don't have permission to call ${name}.`, sourceLocation(running.product, running.product.calls.find((c) => c.name === name)?.source ?? null));
}

const objectOf = (value: unknown): Record<string, unknown> | null =>
  value === null || value === undefined ? {} : typeof value === "object" && !Array.isArray(value) ? (value as Record<string, unknown>) : null;

/** The errors found so far, and the parameters read so far, which expressions know as `asked`. */
interface Reading {
  readonly work: ChangeContext;
  readonly errors: FieldError[];
  readonly asked: Record<string, unknown>;
}

/** Parameters of the path override the same names in the body or query. */
function withPath({ path, takes }: OfferedCall, sent: Readonly<Record<string, unknown>>, parameters: Input["path"]): Readonly<Record<string, unknown>> {
  const named = takes.flatMap((parameter) => {
    const name = parameterOf(path, parameter);
    return name === undefined ? [] : [{ parameter, value: parameters[name] }];
  });
  const others = Object.entries(sent).filter(([key]) => !named.some(({ parameter }) => isKeyOf(parameter, key)));
  return Object.fromEntries([...others, ...named.map(({ parameter, value }) => [parameter.field.key, value])]);
}

/** The parameters by name, as expressions use them; all errors are reported at once. */
async function readParameters(work: ChangeContext, takes: readonly CallParameter[], sent: Readonly<Record<string, unknown>>, loose: boolean): Promise<Record<string, unknown>> {
  const reading: Reading = { work, errors: [], asked: {} };
  await readObject(reading, takes, sent, { at: "", values: reading.asked, loose });
  const { errors } = reading;
  if (errors.length > 0) stop(refuse(errors.some((e) => e.code === "unknown-field") ? "malformed" : "invalid", ...errors));
  return reading.asked;
}

/** Fills `values`. `loose`: unknown keys are ignored, as in a query. */
async function readObject(
  reading: Reading,
  takes: readonly CallParameter[],
  sent: Readonly<Record<string, unknown>>,
  { at, values = {}, loose = false }: { readonly at: string; readonly values?: Record<string, unknown>; readonly loose?: boolean },
): Promise<Record<string, unknown>> {
  const { work, errors } = reading;
  const before = errors.length;
  if (!loose)
    for (const key of Object.keys(sent))
      if (!takes.some((t) => isKeyOf(t, key)))
        errors.push(
          unknownField(
            "The input",
            key,
            takes.map((t) => t.field.key),
            at,
          ),
        );
  for (const one of takes) {
    const key = Object.keys(sent).find((k) => isKeyOf(one, k));
    const value = key === undefined ? undefined : sent[key];
    values[one.field.name] = await readOne(reading, one, value, `${at}${one.field.key}`);
  }
  const hasError = (field: Field): boolean => errors.some((e) => e.field === `${at}${field.key}` || e.field?.startsWith(`${at}${field.key}/`));
  const checked = takes.map((t) => t.field).filter((f) => !hasError(f));
  const found = await checkInput(work, checked, values, (wanted, given) => valuesOf(reading, wanted, given));
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

async function valuesOf({ work, asked }: Reading, wanted: Parameters<EvaluateInput>[0], given: Parameters<EvaluateInput>[1]): ReturnType<EvaluateInput> {
  const row = await work.connection.row(valuesQuery(work.product, null, null, wanted, variablesOf(work, undefined, { asked, given })));
  return (row?.["values"] ?? {}) as Record<string, unknown>;
}

const isKeyOf = ({ field }: CallParameter, key: string): boolean => key === field.key || key === field.name || key === field.column;

async function readOne(reading: Reading, parameter: CallParameter, value: unknown, at: string): Promise<unknown> {
  const { work, errors } = reading;
  const { field } = parameter;
  const location = sourceLocation(work.product, field.source);
  if (value === undefined || value === null || value === "") return absent(reading, parameter, at, location);
  if (parameter.fields !== null) return readNested(reading, parameter, parameter.fields, value, at);
  const read = parseValue(field, value);
  if ("error" in read) {
    errors.push(problem("invalid-value", `${fieldLabel(field)} ${read.error}`, { field: at, ...location }));
    return null;
  }
  const resolved = await resolveReferences(work, new Map([[field, read.value]]), "actor");
  errors.push(...resolved.errors.map((e) => ({ ...e, field: at, ...location })));
  return resolved.values.get(field);
}

/** The default, or nothing; missing required fields are reported once everything is read. */
async function absent(reading: Reading, parameter: CallParameter, at: string, location: SourceLocation): Promise<unknown> {
  const { field } = parameter;
  if (field.default) return referenceId((await valuesOf(reading, [{ name: "value", expression: field.default }], {}))["value"] ?? null);
  if (field.required !== true && parameter.fields !== null && !parameter.list && parameter.fields.some((f) => f.field.required === true))
    reading.errors.push(problem("required", `${fieldLabel(field)} is required.`, { field: at, ...location }));
  return parameter.list ? [] : null;
}

async function readNested(reading: Reading, parameter: CallParameter, fields: readonly CallParameter[], value: unknown, at: string): Promise<unknown> {
  const { errors } = reading;
  if (!parameter.list) {
    const object = objectOf(value);
    if (object) return readObject(reading, fields, object, { at: `${at}/` });
    errors.push(problem("invalid-value", `${fieldLabel(parameter.field)} must be an object.`, { field: at }));
    return null;
  }
  if (!Array.isArray(value)) {
    errors.push(problem("invalid-value", `${fieldLabel(parameter.field)} must be a list of objects.`, { field: at }));
    return [];
  }
  const items: unknown[] = [];
  for (const [i, item] of value.slice(0, maxItems).entries()) {
    const object = item === null ? null : objectOf(item);
    if (object) items.push(await readObject(reading, fields, object, { at: `${at}/${i}/` }));
    else errors.push(problem("invalid-value", `${fieldLabel(parameter.field)} must be a list of objects.`, { field: `${at}/${i}` }));
  }
  if (value.length > maxItems) errors.push(problem("invalid-value", `${fieldLabel(parameter.field)} has at most ${maxItems.toLocaleString("en")} items.`, { field: at }));
  return items;
}
