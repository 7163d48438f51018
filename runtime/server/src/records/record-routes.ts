/** The derived API of records: list, create, read, change, delete. Paths are generic, so a new version of the product needs no new routes. */
import type { Entity } from "@nonet/model";
import type { FastifyInstance } from "fastify";
import { whoOf } from "../http/disclosed-records.ts";
import type { RequestContext } from "../http/handler.ts";
import { readObject } from "../http/json-body.ts";
import { type Answer, json, jsonText, nothing, problem, refusal } from "../http/response.ts";
import { route } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import { recordValues } from "../requests/known-keys.ts";
import { readListQuery, readPaths } from "../requests/list-query.ts";
import { etagOf, namesVersion, preconditionRequired, rememberForms } from "../requests/preconditions.ts";
import type { RecordHandlers } from "../requests/record-handlers.ts";
import { shown, wantedVersion, withEntity } from "../requests/record-response.ts";
import { performOptions } from "../requests/write-options.ts";
import { create } from "./create-record.ts";

export function recordHandlers(room: ServerContext): RecordHandlers {
  const asBefore = rememberForms();
  return {
    list: (ask) => list(room, ask),
    create: (ask) => withEntity(room, ask, (entity) => create(room, ask, entity)),
    read: (ask) => withEntity(room, ask, (entity) => read(room, ask, entity, asBefore)),
  };
}

/** PATCH and DELETE; the other methods share their paths with fixed words and are joined in routes-entities. */
export function routeChanges(app: FastifyInstance, room: ServerContext): void {
  route(app, room, "PATCH", "/api/:entity/:id", (ask) => routeChange(room, ask));
  route(app, room, "DELETE", "/api/:entity/:id", (ask) => routeRemoval(room, ask));
}

export const routeChange = (room: ServerContext, ask: RequestContext): Promise<Answer> => withEntity(room, ask, (entity) => change(room, ask, entity));

export const routeRemoval = (room: ServerContext, ask: RequestContext): Promise<Answer> => withEntity(room, ask, (entity) => remove(room, ask, entity));

async function list(room: ServerContext, ask: RequestContext): Promise<Answer> {
  return withEntity(room, ask, async (entity) => {
    const request = readListQuery(room.engine.product, entity, ask.query, room.today());
    if (!request.ok) return request.answer;
    const page = await room.engine.list(ask.actor, request.value);
    await ask.confirmed?.();
    if (!page.ok) return refusal(page.refusal);
    const { records, next, count } = page.value;
    room.shown.add(
      whoOf(ask.actor),
      records.map((r) => r.id),
    );
    return jsonText(200, `{"items":[${records.map((r) => r.json).join(",")}],"next":${JSON.stringify(next)},"count":${count}}`);
  });
}

async function read(room: ServerContext, ask: RequestContext, entity: Entity, asBefore: ReturnType<typeof rememberForms>): Promise<Answer> {
  const options = performOptions(ask, ["fields", "at"]);
  if (!options.ok) return options.answer;
  if (ask.query.at !== undefined) return readAt(room, ask, entity);
  const fields = readPaths("fields", ask.query.fields);
  if (!fields.ok) return fields.answer;
  const found = await room.engine.record(ask.actor, entity.name, ask.params.id!, fields.value);
  await ask.confirmed?.();
  if (!found.ok) return refusal(found.refusal);
  const record = found.value;
  room.shown.add(whoOf(ask.actor), [record.id]);
  const same = asBefore(whoOf(ask.actor), `${record.id} ${fields.value?.join() ?? ""}`, record);
  const headers = { etag: etagOf(record) };
  return same && namesVersion(ask.request.headers["if-none-match"], record) ? { status: 304, headers } : jsonText(200, record.json, headers);
}

async function readAt(room: ServerContext, ask: RequestContext, entity: Entity): Promise<Answer> {
  if (ask.query.fields !== undefined) return problem("unknown-parameter", "A record as it was comes whole: leave out fields.", "fields");
  const found = await room.engine.recordAt(ask.actor, entity.name, ask.params.id!, String(ask.query.at));
  return found.ok ? json(200, found.value) : refusal(found.refusal);
}

async function change(room: ServerContext, ask: RequestContext, entity: Entity): Promise<Answer> {
  const version = await wantedVersion(room, ask, entity);
  if (typeof version === "object") return version;
  if (version === undefined) return preconditionRequired();
  const body = readObject(ask.request);
  if (!body.ok) return body.answer;
  const values = recordValues(room.engine.product, entity, body.value);
  if (!values.ok) return values.answer;
  const options = performOptions(ask);
  if (!options.ok) return options.answer;
  const done = await room.engine.perform(ask.actor, { kind: "update", entity: entity.name, id: ask.params.id!, values: values.value, ifVersion: version }, options.value);
  return done.ok ? shown(room, ask, done.value, 200, entity) : refusal(done.refusal);
}

async function remove(room: ServerContext, ask: RequestContext, entity: Entity): Promise<Answer> {
  const version = await wantedVersion(room, ask, entity);
  if (typeof version === "object") return version;
  if (version === undefined) return preconditionRequired();
  const options = performOptions(ask);
  if (!options.ok) return options.answer;
  const done = await room.engine.perform(ask.actor, { kind: "delete", entity: entity.name, id: ask.params.id!, ifVersion: version }, options.value);
  return done.ok ? nothing() : refusal(done.refusal);
}
