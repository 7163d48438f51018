/** Runs a row of a state machine that was chosen: the record's new state, its decisions' rounds and numbers, then the row's effects. */
import { entityOf, type Machine, type Transition } from "@nonet/model";
import type { ChangeContext, ChangedRecord } from "../change/change-context.ts";
import type { StatementScope } from "../change/statement-scope.ts";
import { noteSecrets } from "../change/secret-changes.ts";
import { writeFields } from "../change/write-fields.ts";
import { byName, type FieldValues } from "../input/field-values.ts";
import { beginRounds } from "../records/decision-round.ts";
import { deleteRecord } from "../records/delete-record.ts";
import { assignNumbers } from "../records/sequence-numbers.ts";

export interface ChosenTransition {
  readonly machine: Machine;
  readonly record: ChangedRecord;
  readonly transition: Transition;
  /** What the history calls it: the action's name, or the condition of an automatic transition. */
  readonly name: string;
}

/** `own`: values of the record's own fields that came with the action. */
export async function runActionTransition(context: ChangeContext, chosen: ChosenTransition, own: FieldValues): Promise<void> {
  const { machine, record, name } = chosen;
  if (!record.actions.includes(name)) record.actions.push(name);
  noteSecrets(record, own);
  if (own.size > 0) await writeFields(context, machine.entity, record.id, byName(own));
  await runTransition(context, chosen);
}

/** The state changes first, so that the effects see it. A record that the row deletes is deleted after the effects, which still read it. */
export async function runTransition(context: ChangeContext, { machine, record, transition, name }: ChosenTransition): Promise<void> {
  const { entity } = machine;
  const { id } = record;
  const scope = { entity, id, action: name, others: {} };
  if (transition.to === null) {
    await runEffects(context, scope, transition);
    return deleteRecord(context, entity, id);
  }
  // A transition to the same state doesn't leave it, so its timers go on.
  const enters = transition.from !== transition.to || transition.again === true;
  await writeFields(context, entity, id, enters ? { [machine.field]: transition.to } : {});
  if (transition.again) (record.entered ??= new Set()).add(machine.field);
  // A decision that leaves the record in its state has been made all the same: its next round begins.
  if (enters) await beginRounds(context, machine, id, transition.to);
  else if (transition.trigger.kind === "action") await beginRounds(context, machine, id, transition.to, transition.trigger.action);
  await assignNumbers(context, entityOf(context.product, entity)!, id, name);
  await runEffects(context, scope, transition);
}

/** An `end with` ends the effects of this row. Only the answer to the actor's own action has its code. */
export async function runEffects(context: ChangeContext, scope: StatementScope, { then }: Transition): Promise<void> {
  const { ended } = await context.runStatements(context, scope, then);
  if (ended && context.depth <= 1) context.ended ??= ended;
}
