/**
 * What happens by itself when a record is made, changed, or comes into or out of a state: after the effects of the
 * action, in the document's order, until nothing more follows. `(when …)` transitions come after, and this again after each.
 */
import { affected, affectedQuery, computedAsRule, wholeRecordQuery } from "@nonet/database";
import { type Entity, type EntityEvent, entityOf, sourceLocation } from "@nonet/model";
import type { ChangeContext, ChangedRecord } from "../change/change-context.ts";
import { lockForWrite } from "../change/lock-record.ts";
import { needPrevious, previousRecord } from "../change/previous-records.ts";
import { changeOf, readResults } from "../change/resulting-records.ts";
import type { Row } from "../connection/contract.ts";
import { bumpOwnerVersions } from "../records/bump-owner-version.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import { stop } from "../refusals/stop.ts";
import { runStatements } from "./run-statements.ts";

const mostRounds = 50;

/** Until nothing more follows; `seen` is what each record was when it was last looked at. Automatic transitions come after, and this again after each. */
export async function runEvents(context: ChangeContext, seen: Map<string, Row | null>): Promise<void> {
  for (let round = 0; round < mostRounds; round++) {
    await readResults(context);
    while (await bumpOwnerVersions(context)) await readResults(context);
    await touchReached(context);
    const due = pending(context, seen);
    for (const touched of context.changed.values()) seen.set(touched.id, touched.after);
    if (due.length === 0) return;
    for (const { touched, event } of due) {
      if (context.changed.get(touched.id)?.kind === "deleted") continue;
      await runStatements(context, { entity: touched.entity, id: touched.id, action: nameOf(event), others: {} }, event.then);
    }
  }
  tooDeep(context);
}

/** Records of which only a computed field is another now, for what is said of its change. */
async function touchReached(context: ChangeContext): Promise<void> {
  for (const entity of context.product.entities)
    for (const event of entity.events) {
      if (event.on !== "change") continue;
      for (const field of entity.fields.filter((f) => f.computed && (event.field === null || f.name === event.field))) {
        const { all, query } = affected(context.product, computedAsRule(context.product, entity.name, field), [...context.changed.values()].map(changeOf));
        if (!all && !query) continue;
        const rows = await context.connection.rows(query ?? affectedQuery(context.product, computedAsRule(context.product, entity.name, field), []));
        const ids = rows.map((row) => row["id"] as string).filter((id) => !context.changed.has(id));
        needPrevious(context, entity.name, ids);
        for (const { record } of ids.length > 0 ? await context.connection.rows(wholeRecordQuery(context.product, entity.name, ids)) : []) {
          if (JSON.stringify(record[field.key]) === JSON.stringify(previousRecord(context, record.id)?.[field.key])) continue;
          const touched = await lockForWrite(context, entity.name, record.id, nameOf(event));
          touched.after = record;
        }
      }
    }
}

function tooDeep(context: ChangeContext): never {
  const first = context.product.entities.find((e) => e.events.length > 0)?.events[0];
  return stop(refuse("conflict", problem("too-deep", "What happens by itself follows itself without end.", sourceLocation(context.product, first?.source ?? null))));
}

interface Due {
  readonly touched: ChangedRecord;
  readonly event: EntityEvent;
}

function pending(context: ChangeContext, seen: ReadonlyMap<string, Row | null>): Due[] {
  return [...context.changed.values()]
    .filter((t) => t.kind !== "deleted" && t.after !== null)
    .flatMap((touched) => {
      const entity = entityOf(context.product, touched.entity);
      const before = seen.has(touched.id) ? (seen.get(touched.id) ?? null) : touched.before;
      const isNew = touched.kind === "created" && !seen.has(touched.id);
      return entity ? entity.events.filter((e) => happened(context, entity, e, before, touched.after!, isNew)).map((event) => ({ touched, event })) : [];
    });
}

const bookkeeping = new Set(["version", "updatedAt"]);

function happened(context: ChangeContext, entity: Entity, event: EntityEvent, before: Row | null, after: Row, isNew: boolean): boolean {
  const value = (row: Row | null, key: string): string => JSON.stringify(row?.[key] ?? null);
  if (event.on === "create") return isNew;
  if (event.on === "change") {
    if (isNew || before === null) return false;
    const keys = event.field === null ? Object.keys(after).filter((k) => !bookkeeping.has(k)) : [entity.fields.find((f) => f.name === event.field)?.key ?? event.field];
    return keys.some((key) => value(before, key) !== value(after, key));
  }
  const key = entity.fields.find((f) => f.name === event.machine)?.key ?? event.machine;
  const [was, is] = [before?.[key] ?? null, after[key] ?? null];
  if (was === is && !isNew) return false;
  return event.on === "enter" ? is === event.state : !isNew && was === event.state;
}

function nameOf(event: EntityEvent): string {
  if (event.on === "create") return "on create";
  return event.on === "change" ? `on change${event.field === null ? "" : ` of ${event.field}`}` : `on ${event.on === "enter" ? "entering" : "leaving"} ${event.state}`;
}
