/** `POST /api/loans:batch`: one action on many records. Each record succeeds or fails on its own; the results come in the order of the ids. */
import { actionsOf, answerableKeys, didYouMean } from "@nonet/api";
import type { Change, PerformOptions, Values } from "@nonet/engine";
import type { Action, Entity } from "@nonet/model";
import { withCatalogueWording } from "../http/catalogue-wording.ts";
import { unexpectedErrorResponse } from "../http/errors.ts";
import type { RequestContext } from "../http/handler.ts";
import { readObject } from "../http/json-body.ts";
import { type HttpResponse, json, type Parsed, parsed, refusal, refused } from "../http/response.ts";
import type { ServerContext } from "../http/server-context.ts";
import { responseWithSentences } from "../http/source-sentences.ts";
import { knownKeys } from "../requests/known-keys.ts";
import { performOptions } from "../requests/write-options.ts";

const maxRecords = 500;

type RecordChange = Extract<Change, { id: string }>;

export async function batch(server: ServerContext, context: RequestContext, entity: Entity): Promise<HttpResponse> {
  const body = readObject(context.request);
  if (!body.ok) return body.response;
  const request = readBatch(body.value);
  if (!request.ok) return request.response;
  const { ids, input } = request.value;
  const action = findAction(server, entity, request.value.action);
  if (!action.ok) return action.response;
  if (action.value !== "delete") {
    const known = knownKeys(input, answerableKeys(server.engine.product, entity.name, action.value), action.value.name);
    if (!known.ok) return known.response;
  }
  const options = performOptions(context);
  if (!options.ok) return options.response;
  const { idempotencyKey } = context;
  const results: unknown[] = [];
  for (const [i, id] of ids.entries()) {
    // A key of its own for each record: a repeated batch does only what the first attempt has not done.
    const keyed = idempotencyKey === undefined ? {} : { idempotencyKey: `${idempotencyKey}#${i}` };
    results.push(await resultOf(server, context, changeOf(entity, action.value, id, input), { ...options.value, ...keyed }));
  }
  return json(200, { results });
}

async function resultOf(server: ServerContext, context: RequestContext, change: RecordChange, options: PerformOptions): Promise<unknown> {
  const failed = (response: HttpResponse): unknown => ({ id: change.id, ok: false, problem: withCatalogueWording(server.engine.product, response).body });
  try {
    const outcome = await server.engine.perform(context.actor, change, options);
    return outcome.ok ? { id: change.id, ok: true, record: outcome.value } : failed(responseWithSentences(server, context.actor, refusal(outcome.refusal)));
  } catch (error) {
    // With a key, the client repeats the batch. Without one, it needs the results of the other records.
    if (context.idempotencyKey) throw error;
    return failed(await unexpectedErrorResponse(server.options, context.request, error));
  }
}

const changeOf = (entity: Entity, action: Action | "delete", id: string, input: Values): RecordChange =>
  action === "delete" ? { kind: "delete", entity: entity.name, id, ifVersion: "any" } : { kind: "action", entity: entity.name, id, action: action.name, input: input };

function readBatch(body: Values): Parsed<{ action: string; ids: readonly string[]; input: Values }> {
  const known = knownKeys(body, new Set(["action", "ids", "asked"]), "A batch");
  if (!known.ok) return known;
  const { action, ids, asked = {} } = body;
  if (typeof action !== "string") return refused("malformed", "action should be an action's name.", "action");
  if (!Array.isArray(ids) || ids.length === 0 || ids.length > maxRecords || !ids.every((id) => typeof id === "string"))
    return refused("malformed", `ids should be a list of 1 to ${maxRecords} ids.`, "ids");
  if (typeof asked !== "object" || asked === null || Array.isArray(asked)) return refused("malformed", "asked should be an object.", "asked");
  return parsed({ action, ids, input: asked as Values });
}

function findAction(server: ServerContext, entity: Entity, name: string): Parsed<Action | "delete"> {
  const available = actionsOf(server.engine.product, entity.name).filter((a) => !a.systemOnly);
  const wanted = name.toLowerCase();
  const action = available.find((a) => a.path === wanted || a.name.toLowerCase() === wanted);
  if (action) return parsed(action);
  if (wanted === "delete") return parsed("delete");
  return refused("malformed", `${entity.name} has no action "${name.slice(0, 80)}".${didYouMean(name, [...available.map((a) => a.name), "delete"])}`, "action");
}
