/** Runs a row of a state machine that was chosen: the record's new state, its decisions' rounds and numbers, then the row's effects. */
import { entityOf, type Machine, type Transition } from "@nonet/model";
import type { ChangeContext, ChangedRecord } from "../change/change-context.ts";
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
    await context.runStatements(context, scope, transition.then);
    return deleteRecord(context, entity, id);
  }
  await writeFields(context, entity, id, { [machine.field]: transition.to });
  // A decision that leaves the record in its state has been made all the same: its next round begins.
  if (transition.from !== transition.to) await beginRounds(context, machine, id, transition.to);
  else if (transition.trigger.kind === "action") await beginRounds(context, machine, id, transition.to, transition.trigger.action);
  await assignNumbers(context, entityOf(context.product, entity)!, id, name);
  await context.runStatements(context, scope, transition.then);
}
