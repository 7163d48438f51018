import { type Query, recordQuery } from "@nonet/database";
import { entityOf } from "@nonet/model";
import { readerOf } from "../change/actor-reader.ts";
import type { Row } from "../connection/contract.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { SerializedRecord, VisibleRecord } from "../contract/reads.ts";
import { done, notFound, notSignedIn, refuse } from "../refusals/refusal.ts";
import { always, readablePath, unknownField } from "./list-records.ts";

export async function readRecord(running: Running, actor: Actor, entityName: string, id: string, fields?: readonly string[]): Promise<Outcome<VisibleRecord>> {
  const row = await rowOf(running, actor, entityName, id, fields, {});
  return row.ok ? done(row.value["record"] as VisibleRecord) : row;
}

/** The same record as JSON text, which the database has written and nobody reads on the way. */
export async function recordText(running: Running, actor: Actor, entityName: string, id: string, fields?: readonly string[]): Promise<Outcome<SerializedRecord>> {
  const row = await rowOf(running, actor, entityName, id, fields, { asText: true });
  if (!row.ok) return row;
  const json = row.value["record"] as string;
  const begins = /^\{"id" : "([0-9a-f-]{36})", "version" : (\d+)[,}]/.exec(json);
  if (begins) return done({ id: begins[1]!, version: Number(begins[2]), json });
  const read = JSON.parse(json) as VisibleRecord;
  return done({ id: read.id, version: read.version, json });
}

async function rowOf(running: Running, actor: Actor, entityName: string, id: string, fields: readonly string[] | undefined, how: Pick<Query, "asText">): Promise<Outcome<Row>> {
  const { product } = running;
  const entity = entityOf(product, entityName);
  if (!entity) return notFound(entityName);
  const errors = (fields ?? []).filter((f) => !always.has(f) && !readablePath(product, actor, entity, f)).map((f) => unknownField(product, actor, entity, f, "fields"));
  if (errors.length > 0) return refuse("malformed", ...errors);
  const row = await running.database.row({ ...recordQuery(product, readerOf(actor), entity.name, id, fields), ...how });
  if (row) return done(row);
  return actor.kind === "anyone" ? notSignedIn() : notFound(entity.name);
}
