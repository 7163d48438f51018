/**
 * Events: what happens by itself when a record is created, changed, or enters or leaves a state. They run after the effects of
 * the action, in the document's order, until nothing more follows.
 */
import { affected, affectedQuery, computedAsRule, wholeRecordQuery } from "@nonet/database";
import { type Entity, type EntityEvent, entityOf, type Field, keyOf, sourceLocation } from "@nonet/model";
import type { ChangeContext, ChangedRecord } from "../change/change-context.ts";
import { lockForWrite } from "../change/lock-record.ts";
import { needPrevious, previousRecord } from "../change/previous-records.ts";
import { stopChange } from "../change/report.ts";
import { changeOf, readResults } from "../change/resulting-records.ts";
import { isSame } from "../change/same-value.ts";
import type { Row } from "../connection/contract.ts";
import { bumpOwnerVersions } from "../records/bump-owner-version.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import { runStatements } from "./run-statements.ts";
import { say } from "@nonet/texts";

const maxRounds = 50;

/** `seen` is what each record was when its events were last checked. Automatic transitions run after the events, and the events again after each of them. */
export async function runEvents(context: ChangeContext, seen: Map<string, Row | null>): Promise<void> {
  for (let round = 0; round < maxRounds; round++) {
    await readResults(context);
    while (await bumpOwnerVersions(context)) await readResults(context);
    await noteComputedChanges(context);
    const due = pending(context, seen);
    for (const record of context.changed.values()) seen.set(record.id, record.after);
    if (due.length === 0) return;
    for (const { record, event } of due) {
      if (context.changed.get(record.id)?.kind === "deleted") continue;
      await runStatements(context, { entity: record.entity, id: record.id, action: nameOf(event), others: {} }, event.then);
    }
  }
  tooDeep(context);
}

/** Records of which only a computed field has changed, for events on its change. */
async function noteComputedChanges(context: ChangeContext): Promise<void> {
  for (const entity of context.product.entities)
    for (const event of entity.events) {
      if (event.on !== "change") continue;
      for (const field of entity.fields.filter((f) => f.computed && (event.field === null || f.name === event.field)))
        for (const now of await affectedByComputed(context, entity, field)) {
          if (isSame(now[field.key], previousRecord(context, now["id"])?.[field.key])) continue;
          const record = await lockForWrite(context, entity.name, now["id"], nameOf(event));
          record.after = now;
        }
    }
}

/** Records that the change hasn't written and whose computed field reads what it has written, as they are now. */
async function affectedByComputed(context: ChangeContext, entity: Entity, field: Field): Promise<readonly Row[]> {
  const rule = computedAsRule(context.product, entity.name, field);
  const { all, query } = affected(context.product, rule, [...context.changed.values()].map(changeOf));
  if (!all && !query) return [];
  const rows = await context.connection.rows(query ?? affectedQuery(context.product, rule, []));
  const ids = rows.map((row) => row["id"] as string).filter((id) => !context.changed.has(id));
  needPrevious(context, entity.name, ids);
  return ids.length === 0 ? [] : (await context.connection.rows(wholeRecordQuery(context.product, entity.name, ids))).map((row) => row["record"] as Row);
}

function tooDeep(context: ChangeContext): never {
  const first = context.product.entities.find((e) => e.events.length > 0)?.events[0];
  return stopChange(context, refuse("conflict", problem("too-deep", say("the-events-of-this-change-run-each"), sourceLocation(context.product, first?.source ?? null))));
}

interface Due {
  readonly record: ChangedRecord;
  readonly event: EntityEvent;
}

function pending(context: ChangeContext, seen: ReadonlyMap<string, Row | null>): Due[] {
  return [...context.changed.values()]
    .filter((record) => record.kind !== "deleted" && record.after !== null)
    .flatMap((record) => {
      const entity = entityOf(context.product, record.entity);
      const step: Step = {
        before: seen.has(record.id) ? (seen.get(record.id) ?? null) : record.before,
        after: record.after!,
        isNew: record.kind === "created" && !seen.has(record.id),
        entered: record.entered ?? new Set(),
      };
      delete record.entered;
      return entity ? entity.events.filter((event) => hasHappened(entity, event, step)).map((event) => ({ record, event })) : [];
    });
}

/** A record since its events were last checked. */
interface Step {
  readonly before: Row | null;
  readonly after: Row;
  readonly isNew: boolean;
  /** The machines whose state it has left and entered again. */
  readonly entered: ReadonlySet<string>;
}

const bookkeeping = new Set(["version", "updatedAt"]);

function hasHappened(entity: Entity, event: EntityEvent, { before, after, isNew, entered }: Step): boolean {
  const value = (row: Row | null, key: string): unknown => row?.[key] ?? null;
  if (event.on === "create") return isNew;
  if (event.on === "change") {
    if (isNew || before === null) return false;
    const keys = event.field === null ? Object.keys(after).filter((k) => !bookkeeping.has(k)) : [keyOf(entity, event.field)];
    return keys.some((key) => !isSame(value(before, key), value(after, key)));
  }
  const key = keyOf(entity, event.machine);
  const [was, is] = [value(before, key), value(after, key)];
  if (was === is && !isNew && !entered.has(event.machine)) return false;
  return event.on === "enter" ? is === event.state : !isNew && was === event.state;
}

function nameOf(event: EntityEvent): string {
  if (event.on === "create") return "on create";
  return event.on === "change" ? `on change${event.field === null ? "" : ` of ${event.field}`}` : `on ${event.on === "enter" ? "entering" : "leaving"} ${event.state}`;
}
