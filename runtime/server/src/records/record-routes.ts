/** The API of records: list, create, read, update, delete. The paths are generic, so a new version of the product needs no new routes. */
import type { Entity } from "@nonet/model";
import type { FastifyInstance } from "fastify";
import { readerKey } from "../http/disclosed-records.ts";
import type { RequestContext } from "../http/handler.ts";
import { readObject } from "../http/json-body.ts";
import { type HttpResponse, json, jsonText, noContent, problem, refusal } from "../http/response.ts";
import { route } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import { readFields, readListQuery } from "../requests/list-query.ts";
import { listSender } from "../requests/list-sender.ts";
import { etagOf, matchesEtag, preconditionRequired, trackRepresentations } from "../requests/preconditions.ts";
import type { RecordHandlers } from "../requests/record-handlers.ts";
import { recordResponse, requestedVersion, withEntity } from "../requests/record-response.ts";
import { formOptions, performOptions } from "../requests/write-options.ts";
import { create } from "./create-record.ts";
import { say } from "@nonet/texts";

type IsUnchanged = ReturnType<typeof trackRepresentations>;

export function recordHandlers(server: ServerContext): RecordHandlers {
  const isUnchanged = trackRepresentations();
  return {
    list: (context) => withEntity(server, context, (entity) => list(server, context, entity)),
    create: (context) => withEntity(server, context, (entity) => create(server, context, entity)),
    read: (context) => withEntity(server, context, (entity) => read(server, context, entity, isUnchanged)),
    update: (context) => withEntity(server, context, (entity) => update(server, context, entity)),
    delete: (context) => withEntity(server, context, (entity) => remove(server, context, entity)),
  };
}

/** The routes of the other methods are in entity-routes: they share their paths with fixed words such as `export`. */
export function routeChanges(app: FastifyInstance, server: ServerContext, records: RecordHandlers): void {
  route(app, server, "PATCH", "/api/:entity/:id", records.update, { keyMemory: () => "engine", dryRun: true, about: ({ entity, id }) => ({ path: entity!, id: id! }) });
  route(app, server, "DELETE", "/api/:entity/:id", records.delete, { keyMemory: () => "engine", dryRun: true });
}

async function list(server: ServerContext, context: RequestContext, entity: Entity): Promise<HttpResponse> {
  const request = readListQuery(server.engine.product, entity, context.query, server.today());
  if (!request.ok) return request.response;
  const page = await context.reads.list(context.actor, request.value, listSender(context));
  await context.authenticated?.();
  if (!page.ok) return refusal(page.refusal);
  const { records, next, count, atLeast, similar } = page.value;
  const ids = records.map((r) => r.id);
  server.disclosed.add(readerKey(context.actor), ids);
  return jsonText(
    200,
    `{"items":[${records.map((r) => r.json).join(",")}],"next":${JSON.stringify(next)},"count":${count}${atLeast ? ',"atLeast":true' : ""}${similar ? ',"similar":true' : ""}}`,
  );
}

async function read(server: ServerContext, context: RequestContext, entity: Entity, isUnchanged: IsUnchanged): Promise<HttpResponse> {
  const options = performOptions(context, ["fields", "at"]);
  if (!options.ok) return options.response;
  if (context.query.at !== undefined) return readAt(context, entity);
  const fields = readFields(context.query.fields);
  if (!fields.ok) return fields.response;
  const found = await context.reads.record(context.actor, entity.name, context.params.id!, fields.value);
  await context.authenticated?.();
  if (!found.ok) return refusal(found.refusal);
  const record = found.value;
  const reader = readerKey(context.actor);
  server.disclosed.add(reader, [record.id]);
  const unchanged = isUnchanged(reader, `${record.id} ${fields.value?.join() ?? ""}`, record);
  const headers = { etag: etagOf(record) };
  return unchanged && matchesEtag(context.request.headers["if-none-match"], record) ? { status: 304, headers } : jsonText(200, record.json, headers);
}

async function readAt(context: RequestContext, entity: Entity): Promise<HttpResponse> {
  if (context.query.fields !== undefined) return problem("unknown-parameter", say("a-record-at-a-point-in-time"), "fields");
  const found = await context.reads.recordAt(context.actor, entity.name, context.params.id!, String(context.query.at));
  return found.ok ? json(200, found.value) : refusal(found.refusal);
}

async function update(server: ServerContext, context: RequestContext, entity: Entity): Promise<HttpResponse> {
  const ifVersion = await requestedVersion(server, context, entity);
  if (typeof ifVersion === "object") return ifVersion;
  if (ifVersion === undefined) return preconditionRequired();
  const body = readObject(context.request);
  if (!body.ok) return body.response;
  const options = formOptions(context);
  if (!options.ok) return options.response;
  const updated = await server.engine.perform(context.actor, { kind: "update", entity: entity.name, id: context.params.id!, values: body.value, ifVersion }, options.value);
  return updated.ok ? recordResponse(server, context, updated.value, 200, entity) : refusal(updated.refusal);
}

async function remove(server: ServerContext, context: RequestContext, entity: Entity): Promise<HttpResponse> {
  const ifVersion = await requestedVersion(server, context, entity);
  if (typeof ifVersion === "object") return ifVersion;
  if (ifVersion === undefined) return preconditionRequired();
  const options = performOptions(context);
  if (!options.ok) return options.response;
  const deleted = await server.engine.perform(context.actor, { kind: "delete", entity: entity.name, id: context.params.id!, ifVersion }, options.value);
  return deleted.ok ? noContent() : refusal(deleted.refusal);
}
