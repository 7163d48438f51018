/** Reads one record with the reader's visibility, by its id or by the value of a unique field. */
import { mayEver, recordQuery } from "@nonet/database";
import { entityOf } from "@nonet/model";
import { readerOf } from "../change/actor-reader.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { SerializedRecord, VisibleRecord } from "../contract/reads.ts";
import { done, notFound, notSignedIn, refuse } from "../refusals/refusal.ts";
import { unknownFields } from "./parameters/readable-path.ts";

/** The record as the JSON that the database wrote; `fields` are dotted JSON keys, absent: all that the reader may see. */
export async function readRecord(running: Running, actor: Actor, entityName: string, id: string, fields?: readonly string[]): Promise<Outcome<SerializedRecord>> {
  const { product } = running;
  const entity = entityOf(product, entityName);
  if (!entity) return notFound(entityName);
  const reader = readerOf(actor);
  const errors = unknownFields({ product, reader, entity }, fields ?? []);
  if (errors.length > 0) return refuse("malformed", ...errors);
  const row = await running.database.row({ ...recordQuery(product, reader, entity.name, id, fields), asText: true });
  if (row) return done({ id: row["id"], version: row["version"], json: row["record"] });
  // Where everyone may read some of them, signing in is no answer to a record that isn't there.
  return actor.kind === "anyone" && !mayEver(product, reader, entity.name, "read") ? notSignedIn() : notFound(entity.name);
}

/** Whether the reader may see the record, and its id. */
export const findRecord = (running: Running, actor: Actor, entityName: string, id: string): Promise<Outcome<SerializedRecord>> =>
  readRecord(running, actor, entityName, id, ["id"]);

export async function readRecordValues(running: Running, actor: Actor, entityName: string, id: string, fields?: readonly string[]): Promise<Outcome<VisibleRecord>> {
  const record = await readRecord(running, actor, entityName, id, fields);
  return record.ok ? done(parseRecord(record.value)) : record;
}

export const parseRecord = ({ json }: SerializedRecord): VisibleRecord => JSON.parse(json) as VisibleRecord;
