import type { VisibleRecord } from "@nonet/engine";
import type { Entity } from "@nonet/model";
import { whoOf } from "../http/disclosed-records.ts";
import { type RequestContext, isDryRun } from "../http/handler.ts";
import { type Answer, json, nothing, refusal } from "../http/response.ts";
import type { ServerContext } from "../http/server-context.ts";
import { findEntity } from "./find-entity.ts";
import { etagOf, readIfMatch, versionFor } from "./preconditions.ts";

export async function withEntity(room: ServerContext, ask: RequestContext, act: (entity: Entity) => Promise<Answer>): Promise<Answer> {
  const found = findEntity(room.engine.product, ask.params.entity!);
  return found.ok ? act(found.value) : found.answer;
}

/** The version that If-Match names for the engine; undefined where there is no such header. */
export async function wantedVersion(room: ServerContext, ask: RequestContext, entity: Entity): Promise<number | "any" | undefined | Answer> {
  const wanted = readIfMatch(ask.request);
  if (!wanted.ok) return wanted.answer;
  if (wanted.value.kind !== "versions" || wanted.value.versions.length === 1) return versionFor(wanted.value, undefined);
  const now = await room.engine.record(ask.actor, entity.name, ask.params.id!, ["id"]);
  return now.ok ? versionFor(wanted.value, now.value.version) : refusal(now.refusal);
}

/** A record that the person may write but not read has no body. */
export function shown(room: ServerContext, ask: RequestContext, record: VisibleRecord | null, status: 200 | 201, entity: Entity): Answer {
  if (record === null) return status === 201 ? { status: 201 } : nothing();
  if (!isDryRun(ask.query)) room.shown.add(whoOf(ask.actor), [record.id]);
  const headers = {
    ...(record.version === undefined || isDryRun(ask.query) ? {} : { etag: etagOf(record) }),
    ...(status === 201 ? { location: `/api/${entity.path}/${record.id}` } : {}),
  };
  return json(status, record, headers);
}
