/** `POST /api/loans:batch`: one action, an update or a deletion of many records. Each record succeeds or fails on its own; the results come in the order of the ids, or of the list. */
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
import { filteredIds, readBatch } from "./batch-request.ts";

type RecordChange = Extract<Change, { id: string }>;

export async function batch(server: ServerContext, context: RequestContext, entity: Entity): Promise<HttpResponse> {
  const body = readObject(context.request);
  if (!body.ok) return body.response;
  const request = readBatch(body.value);
  if (!request.ok) return request.response;
  const { filter, input } = request.value;
  const action = findAction(server, entity, request.value.action);
  if (!action.ok) return action.response;
  if (typeof action.value === "object") {
    const known = knownKeys(input, answerableKeys(server.engine.product, entity.name, action.value), action.value.name);
    if (!known.ok) return known.response;
  }
  const options = performOptions(context);
  if (!options.ok) return options.response;
  const ids = filter === null ? parsed(request.value.ids ?? []) : await filteredIds(server, context, entity, filter);
  if (!ids.ok) return ids.response;
  const { idempotencyKey } = context;
  const results: unknown[] = [];
  for (const [i, id] of ids.value.entries()) {
    // A key of its own for each record: a repeated batch does only what the first attempt has not done.
    const keyed = idempotencyKey === undefined ? {} : { idempotencyKey: `${idempotencyKey}#${i}` };
    results.push(await resultOf(server, context, { change: changeOf(entity, action.value, id, input), withRecord: filter === null }, { ...options.value, ...keyed }));
  }
  return json(200, { results });
}

/** The records of a whole list aren't sent back. */
interface Wanted {
  readonly change: RecordChange;
  readonly withRecord: boolean;
}

async function resultOf(server: ServerContext, context: RequestContext, { change, withRecord }: Wanted, options: PerformOptions): Promise<unknown> {
  const failed = (response: HttpResponse): unknown => ({ id: change.id, ok: false, problem: withCatalogueWording(server.engine.product, response).body });
  try {
    const outcome = await server.engine.perform(context.actor, change, options);
    return outcome.ok
      ? { id: change.id, ok: true, ...(withRecord ? { record: outcome.value } : {}) }
      : failed(responseWithSentences(server, context.actor, refusal(outcome.refusal)));
  } catch (error) {
    // With a key, the client repeats the batch. Without one, it needs the results of the other records.
    if (context.idempotencyKey) throw error;
    return failed(await unexpectedErrorResponse(server.options, context.request, error));
  }
}

function changeOf(entity: Entity, action: Action | "update" | "delete", id: string, input: Values): RecordChange {
  if (action === "delete") return { kind: "delete", entity: entity.name, id, ifVersion: "any" };
  return action === "update"
    ? { kind: "update", entity: entity.name, id, values: input, ifVersion: "any" }
    : { kind: "action", entity: entity.name, id, action: action.name, input };
}

function findAction(server: ServerContext, entity: Entity, name: string): Parsed<Action | "update" | "delete"> {
  const available = actionsOf(server.engine.product, entity.name).filter((a) => !a.systemOnly);
  const wanted = name.toLowerCase();
  const action = available.find((a) => a.path === wanted || a.name.toLowerCase() === wanted);
  if (action) return parsed(action);
  if (wanted === "delete" || wanted === "update") return parsed(wanted);
  return refused("malformed", `${entity.name} has no action "${name.slice(0, 80)}".${didYouMean(name, [...available.map((a) => a.name), "update", "delete"])}`, "action");
}
