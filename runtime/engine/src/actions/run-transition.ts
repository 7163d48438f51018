import { entityOf, type Machine, type Transition } from "@nonet/model";
import type { ChangeContext, ChangedRecord } from "../change/change-context.ts";
import { noteSecrets } from "../change/secret-changes.ts";
import { writeFields } from "../change/write-fields.ts";
import { runStatements } from "../effects/run-statements.ts";
import { beginRounds } from "../records/decision-round.ts";
import { deleteRecord } from "../records/delete-record.ts";
import { assignNumbers } from "../records/sequence-numbers.ts";

/** A row that was chosen, with the asked fields that are the record's own. */
export async function runRow(
  context: ChangeContext,
  machine: Machine,
  touched: ChangedRecord,
  transition: Transition,
  name: string,
  own: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (!touched.actions.includes(name)) touched.actions.push(name);
  noteSecrets(touched, entityOf(context.product, machine.entity)!, own);
  if (Object.keys(own).length > 0) await writeFields(context, machine.entity, touched.id, own);
  await runTransition(context, machine, touched, transition, name);
}

/** The state changes first; the effects see it. What is deleted goes after its effects, which still read it. */
export async function runTransition(context: ChangeContext, machine: Machine, touched: ChangedRecord, transition: Transition, name: string): Promise<void> {
  const place = { entity: machine.entity, id: touched.id, action: name, others: {} };
  if (transition.to === null) {
    await runStatements(context, place, transition.then);
    return deleteRecord(context, machine.entity, touched.id);
  }
  await writeFields(context, machine.entity, touched.id, { [machine.field]: transition.to });
  // What several people have decided has happened once, also where the record stays in its state.
  if (transition.from !== transition.to) await beginRounds(context, machine, touched.id, transition.to);
  else if (transition.trigger.kind === "action") await beginRounds(context, machine, touched.id, transition.to, transition.trigger.action);
  await assignNumbers(context, entityOf(context.product, machine.entity)!, touched.id, name);
  await runStatements(context, place, transition.then);
}
