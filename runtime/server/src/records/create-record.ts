import type { Entity } from "@nonet/model";
import { type RequestContext, isDryRun } from "../http/handler.ts";
import { readObject } from "../http/json-body.ts";
import { type Answer, json, refusal } from "../http/response.ts";
import type { ServerContext } from "../http/server-context.ts";
import { createdValues } from "../requests/known-keys.ts";
import { shown } from "../requests/record-response.ts";
import { performOptions } from "../requests/write-options.ts";

export async function create(room: ServerContext, ask: RequestContext, entity: Entity, action?: string): Promise<Answer> {
  const body = readObject(ask.request);
  if (!body.ok) return body.answer;
  const values = createdValues(room.engine.product, entity, body.value);
  if (!values.ok && action === undefined) return values.answer;
  const options = performOptions(ask);
  if (!options.ok) return options.answer;
  const done = await room.engine.perform(ask.actor, { kind: "create", entity: entity.name, values: body.value, ...(action === undefined ? {} : { action }) }, options.value);
  if (!done.ok) return refusal(done.refusal);
  if (isDryRun(ask.query)) return json(200, done.value);
  return shown(room, ask, done.value, 201, entity);
}
