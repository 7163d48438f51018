/** The events that one reader gets about changed records. */
import type { Actor, Engine } from "@nonet/engine";
import { type DisclosedRecords, readerKey } from "../http/disclosed-records.ts";

export interface ChangedRecord {
  readonly entity: string;
  readonly id: string;
  readonly kind: "created" | "changed" | "deleted";
  /** Its change has been sent already: this is for readers who can't read it any more. */
  readonly onlyIfGone?: true;
}

/** Above this number a reader gets one event per entity, and reads the list again. */
const maxRecordEvents = 100;

export async function visibleEvents(engine: Engine, disclosed: DisclosedRecords, actor: Actor, changes: readonly ChangedRecord[]): Promise<readonly object[]> {
  const pathOf = (entity: string): string => engine.product.entities.find((e) => e.name === entity)?.path ?? entity;
  if (changes.length > maxRecordEvents) return entityEvents(engine, actor, changes, pathOf);
  const reader = readerKey(actor);
  const events: object[] = [];
  for (const change of changes) {
    const record = { entity: change.entity, path: pathOf(change.entity), id: change.id };
    const found = change.kind === "deleted" ? null : await engine.record(actor, change.entity, change.id, ["id"]);
    if (found?.ok) {
      disclosed.add(reader, [change.id]);
      if (!change.onlyIfGone) events.push({ ...record, kind: change.kind, version: found.value.version });
    } else if (disclosed.has(reader, change.id)) {
      disclosed.forget(reader, change.id);
      events.push({ ...record, kind: "deleted" });
    }
  }
  return events;
}

/** Without ids, and only about entities of which the reader may read some record. */
async function entityEvents(engine: Engine, actor: Actor, changes: readonly ChangedRecord[], pathOf: (entity: string) => string): Promise<readonly object[]> {
  const events: object[] = [];
  for (const entity of new Set(changes.map((c) => c.entity))) {
    const page = await engine.list(actor, { entity, limit: 1, fields: ["id"] });
    if (page.ok && page.value.records.length > 0) events.push({ entity, path: pathOf(entity), id: null, kind: "changed" });
  }
  return events;
}
