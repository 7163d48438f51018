/** A call that the product offers: checks the caller and the input, runs the call as one change, and answers it. */
import { descend, system, valuesQuery } from "@nonet/database";
import { fold } from "@nonet/feel";
import { type OfferedCall, parameterOf, sourceLocation } from "@nonet/model";
import { readerOf } from "../change/actor-reader.ts";
import type { RunAccountStatement } from "../change/change-context.ts";
import type { StatementScope } from "../change/statement-scope.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { CallAnswer } from "../contract/calls.ts";
import type { Engine } from "../contract/engine.ts";
import type { Outcome, Refusal, RefusalEnvelope } from "../contract/outcome.ts";
import { runStatements } from "../effects/run-statements.ts";
import { evaluate } from "../effects/evaluate-expression.ts";
import { performSteps } from "../perform/perform.ts";
import { publishChanges } from "../perform/publish-changes.ts";
import { notFound, notPermitted, notSignedIn, problem, refuse } from "../refusals/refusal.ts";
import { addressOf } from "./absolute-links.ts";
import { dedupKey, isNoKey } from "./dedup-key.ts";
import { sentInputs } from "./sent-inputs.ts";
import { bodyNames, isKeyOf, objectOf, readParameters } from "../effects/read-parameters.ts";
import { say } from "@nonet/texts";

type Input = Parameters<Engine["callOffered"]>[2] & {
  /** Runs the statements about the caller's account. */
  readonly account: RunAccountStatement;
};

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
  if (does.credential && !input.credential && readsHolder(does, does.credential.entity)) return notSignedIn();
  const sent = does.method === "GET" || does.method === "DELETE" ? { ...input.query, ...objectOf(input.body) } : objectOf(input.body);
  if (sent === null || (input.body !== null && input.body !== undefined && objectOf(input.body) === null))
    return refuse("malformed", problem("malformed", say("the-body-should-be-a-json-object")));
  let answer: CallAnswer & { readonly refusal?: Refusal } = { status: does.answers.status, body: undefined };
  let ended: Refusal | null = null;
  const outcome = await performSteps(running, { entity: "", actor, options: { confirm: input.confirm ?? [] } }, async (work) => {
    work.account = input.account;
    const asked = await readParameters(work, does.takes, withPath(does, sent, input.path), { loose: does.method === "GET" || does.method === "DELETE" });
    const place: StatementScope = {
      entity: null,
      id: null,
      action: name,
      ...(does.seesEverything ? {} : { reader: readerOf(actor) }),
      others: {
        ...sentInputs(does, sent),
        "my token": input.token ?? null,
        "product address": addressOf(running),
        ...asked,
        ...(does.credential && input.credential ? { [fold(does.credential.entity)]: input.credential } : {}),
        asked,
        body: { ...objectOf(input.body), ...bodyNames(does.takes, asked) },
        path: input.path,
        query: input.query,
        header: input.headers,
      },
    };
    const key = does.countsOncePer ? await evaluate(work, place, does.countsOncePer) : null;
    const countKey = isNoKey(key) ? null : dedupKey([input.credential ?? (actor.kind === "person" ? actor.id : actor.kind), key]);
    if (countKey !== null && (await work.connection.row(system.receiveOnce(name, countKey))) === undefined) {
      const first = (await work.connection.row(system.receivedAnswer(name, countKey)))?.["answer"] as (CallAnswer & { readonly refusal?: Refusal }) | null | undefined;
      ({ refusal: ended = null, ...answer } = first ?? answer);
      return "";
    }
    const bound = await runStatements(work, place, does.then);
    ended = bound.ended ?? null;
    const body = does.answers.body && !ended ? await evaluate(work, bound, does.answers.body) : undefined;
    answer = { status: does.answers.status, body };
    if (countKey !== null) await work.connection.rows(system.setReceivedAnswer(name, countKey, { ...answer, ...(ended ? { refusal: ended } : {}) }));
    return "";
  });
  if (!outcome.ok) return outcome;
  publishChanges(running, outcome.value);
  // `end with` keeps what has been done.
  return ended ? { ok: false, refusal: ended } : { ok: true, value: answer };
}

/** Whether what the call does or answers reads the record whose key the caller sends. */
function readsHolder(does: OfferedCall, entity: string): boolean {
  let reads = holderReads.get(does);
  if (reads === undefined) {
    reads = descend(does).some((e) => e.kind === "variable" && fold(e.name) === fold(entity));
    holderReads.set(does, reads);
  }
  return reads;
}

const holderReads = new WeakMap<OfferedCall, boolean>();

/** The call's For is its permission, as an action's Who is. */
function refusalFor(running: Running, actor: Actor, name: string, does: OfferedCall): ReturnType<typeof refuse> | null {
  if (actor.kind === "system" || does.for.includes("anyone")) return null;
  if (actor.kind !== "person") return notSignedIn();
  // Default 5.
  if (actor.owner && !running.product.permissions.written) return null;
  const held = new Set(actor.roles.flatMap((r) => running.product.permissions.roles.find((x) => x.name === r)?.includes ?? [r]));
  if (does.for.includes("everyone") || does.for.some((role) => held.has(role))) return null;
  return notPermitted(say("you-dont-have-permission-to-call-name", { name }), sourceLocation(running.product, running.product.calls.find((c) => c.name === name)?.source ?? null));
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
