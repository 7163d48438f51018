/** What requests about records have in common: the entity of the path, the version of If-Match, the response with a record. */
import type { VisibleRecord } from "@nonet/engine";
import type { Entity } from "@nonet/model";
import { readerKey } from "../http/disclosed-records.ts";
import type { RequestContext } from "../http/handler.ts";
import { type HttpResponse, json, noContent, refusal } from "../http/response.ts";
import type { ServerContext } from "../http/server-context.ts";
import { findEntity } from "./find-entity.ts";
import { engineVersion, etagOf, readIfMatch } from "./preconditions.ts";

export async function withEntity(server: ServerContext, context: RequestContext, respond: (entity: Entity) => Promise<HttpResponse>): Promise<HttpResponse> {
  const entity = findEntity(server.engine.product, context.params.entity!);
  return entity.ok ? respond(entity.value) : entity.response;
}

/** The version of If-Match for the engine; undefined without the header. */
export async function requestedVersion(server: ServerContext, context: RequestContext, entity: Entity): Promise<number | "any" | undefined | HttpResponse> {
  const ifMatch = readIfMatch(context.request);
  if (!ifMatch.ok) return ifMatch.response;
  if (ifMatch.value.kind !== "versions" || ifMatch.value.versions.length === 1) return engineVersion(ifMatch.value, undefined);
  const current = await server.engine.record(context.actor, entity.name, context.params.id!, ["id"]);
  return current.ok ? engineVersion(ifMatch.value, current.value.version) : refusal(current.refusal);
}

/** `record` is null for an actor who may write the record but not read it: the response has no body then. */
export function recordResponse(server: ServerContext, context: RequestContext, record: VisibleRecord | null, status: 200 | 201, entity: Entity): HttpResponse {
  if (record === null) return status === 201 ? { status: 201 } : noContent();
  if (!context.dryRun) server.disclosed.add(readerKey(context.actor), [record.id]);
  const headers = {
    ...(record.version === undefined || context.dryRun ? {} : { etag: etagOf(record) }),
    ...(status === 201 ? { location: `/api/${entity.path}/${record.id}` } : {}),
  };
  return json(status, record, headers);
}
