/** `POST /api/loans:batch`: one action on many records, each on its own, a result for each in the order given. */
import { actionsOf, answerableKeys, didYouMean } from "@nonet/api";
import type { Change, PerformOptions, Values } from "@nonet/engine";
import type { Action, Entity } from "@nonet/model";
import { faultOf } from "../http/errors.ts";
import type { RequestContext } from "../http/handler.ts";
import { readObject } from "../http/json-body.ts";
import { type Answer, inOwnWords, json, type Parsed, parsed, refusal, refused } from "../http/response.ts";
import type { ServerContext } from "../http/server-context.ts";
import { explained } from "../http/source-sentences.ts";
import { knownKeys } from "../requests/known-keys.ts";
import { performOptions } from "../requests/write-options.ts";

const most = 500;

export async function batch(room: ServerContext, ask: RequestContext, entity: Entity): Promise<Answer> {
  const body = readObject(ask.request);
  if (!body.ok) return body.answer;
  const request = readBatch(body.value);
  if (!request.ok) return request.answer;
  const { ids, asked } = request.value;
  const action = findAction(room, entity, request.value.action);
  if (!action.ok) return action.answer;
  if (action.value !== "delete") {
    const known = knownKeys(asked, answerableKeys(room.engine.product, entity.name, action.value), action.value.name);
    if (!known.ok) return known.answer;
  }
  const options = performOptions(ask);
  if (!options.ok) return options.answer;
  const results: unknown[] = [];
  for (const [i, id] of ids.entries())
    results.push(
      await one(room, ask, changeOf(entity, action.value, id, asked), { ...options.value, ...(ask.idempotencyKey ? { idempotencyKey: `${ask.idempotencyKey}#${i}` } : {}) }),
    );
  return json(200, { results });
}

async function one(room: ServerContext, ask: RequestContext, change: Extract<Change, { id: string }>, options: PerformOptions): Promise<unknown> {
  const done = await room.engine.perform(ask.actor, change, options).catch(async (error: unknown) => {
    // Under a key the whole is sent again, and finds what is done; without one, who asked must know which are.
    if (ask.idempotencyKey) throw error;
    return await faultOf(room.options, ask.request, error);
  });
  if ("status" in done) return { id: change.id, ok: false, problem: inOwnWords(room.engine.product, done).body };
  return done.ok
    ? { id: change.id, ok: true, record: done.value }
    : { id: change.id, ok: false, problem: inOwnWords(room.engine.product, explained(room, ask.actor, refusal(done.refusal))).body };
}

const changeOf = (entity: Entity, action: Action | "delete", id: string, asked: Values): Extract<Change, { id: string }> =>
  action === "delete" ? { kind: "delete", entity: entity.name, id, ifVersion: "any" } : { kind: "action", entity: entity.name, id, action: action.name, input: asked };

function readBatch(body: Values): Parsed<{ action: string; ids: readonly string[]; asked: Values }> {
  const known = knownKeys(body, new Set(["action", "ids", "asked"]), "A batch");
  if (!known.ok) return known;
  const { action, ids, asked = {} } = body;
  if (typeof action !== "string") return refused("malformed", "action should be an action's name.", "action");
  if (!Array.isArray(ids) || ids.length === 0 || ids.length > most || !ids.every((id) => typeof id === "string"))
    return refused("malformed", `ids should be a list of 1 to ${most} ids.`, "ids");
  if (typeof asked !== "object" || asked === null || Array.isArray(asked)) return refused("malformed", "asked should be an object.", "asked");
  return parsed({ action, ids, asked: asked as Values });
}

function findAction(room: ServerContext, entity: Entity, name: string): Parsed<Action | "delete"> {
  const offered = actionsOf(room.engine.product, entity.name).filter((a) => !a.systemOnly);
  const wanted = name.toLowerCase();
  const action = offered.find((a) => a.path === wanted || a.name.toLowerCase() === wanted);
  if (action) return parsed(action);
  if (wanted === "delete") return parsed("delete");
  const { answer } = refused("malformed", `${entity.name} has no action "${name.slice(0, 80)}".${didYouMean(name, [...offered.map((a) => a.name), "delete"])}`, "action");
  return { ok: false, answer };
}
