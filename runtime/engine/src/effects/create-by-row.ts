/** Runs the `(new)` row by which a record is created: the permission, the row's guard, its state and its effects. */
import { updateQueries } from "@nonet/database";
import { type Entity, machineOf, type Transition } from "@nonet/model";
import { guardHolds, mayRun, type Origin, refuseGuard, refusingRow } from "../actions/guards.ts";
import { runEffects } from "../actions/run-transition.ts";
import type { ChangeContext, ChangedRecord } from "../change/change-context.ts";
import { reportedErrors, stopChange } from "../change/report.ts";
import { beginRounds } from "../records/decision-round.ts";
import { assignNumbers } from "../records/sequence-numbers.ts";
import { withArticle, withCapitalArticle } from "../refusals/article.ts";
import { transitionGrant } from "../refusals/granting-line.ts";
import { notPermitted, problem, refuse } from "../refusals/refusal.ts";
import { say } from "@nonet/texts";

export interface NewByRow {
  readonly entity: Entity;
  /** Inserted already, in the state of the first row. */
  readonly record: ChangedRecord;
  readonly rows: readonly Transition[];
  readonly origin: Origin;
  /** A part that is saved with its owner and has no permission rows of its own: a row that names nobody is open to everybody who may write the owner. */
  readonly withOwner: boolean;
}

/** The first row whose Who and guard both hold; an effect needs no Who. */
export async function createByRow(context: ChangeContext, created: NewByRow): Promise<void> {
  const { entity, record, rows } = created;
  const target = { entity: entity.name, id: record.id, record };
  const allowed = await allowedRows(context, created);
  if (allowed.length === 0)
    stopChange(context, notPermitted(say("you-may-not-create-entity", { entity: withArticle(entity.name) }), transitionGrant(context.product, entity.name, rows[0]!)));
  for (const row of allowed) if (await guardHolds(context, target, row)) return runRow(context, created, row);
  // Values that weren't understood are empty in the record, and a guard that reads them would only hide why.
  if (context.errors.length > 0) stopChange(context, refuse("invalid", ...reportedErrors(context)));
  const refusing = refusingRow(allowed);
  if (refusing.guard) return refuseGuard(context, target, refusing, nameOf(refusing));
  stopChange(context, refuse("conflict", problem("guard", say("entity-cant-be-created-now", { entity: withCapitalArticle(entity.name) }))));
}

async function allowedRows(context: ChangeContext, { entity, record, rows, origin, withOwner }: NewByRow): Promise<readonly Transition[]> {
  const allowed: Transition[] = [];
  for (const row of rows) {
    const isOpen = origin !== "person" || context.actor.kind === "system" || (withOwner && row.who.length === 0);
    if (isOpen || (await mayRun(context, entity.name, record.id, row))) allowed.push(row);
  }
  return allowed;
}

async function runRow(context: ChangeContext, { entity, record, rows }: NewByRow, row: Transition): Promise<void> {
  const name = nameOf(row);
  if (row.to !== null && row.to !== rows[0]!.to) {
    await context.connection.all(updateQueries(context.product, entity.name, record.id, { state: row.to }));
    const machine = machineOf(context.product, entity.name);
    if (machine) await beginRounds(context, machine, record.id, row.to);
  }
  // The history names the action that created the record.
  record.actions.splice(record.actions.indexOf("create"), 1, name);
  await assignNumbers(context, entity, record.id, name);
  await runEffects(context, { entity: entity.name, id: record.id, action: name, others: {} }, row);
}

const nameOf = (row: Transition): string => (row.trigger.kind === "action" ? row.trigger.action : "create");
