import { entityOf, type Machine, type Transition } from "@nonet/model";
import { type ChangedRecord, type ChangeContext, writeFields } from "../change/change-context.ts";
import { noteSecrets } from "../change/secret-changes.ts";
import { runStatements } from "../effects/run-statements.ts";
import { beginRounds } from "../records/decision-round.ts";
import { deleteRecord } from "../records/delete-record.ts";
import { takeNumbers } from "../records/sequence-numbers.ts";

/** A row that was chosen, with the asked fields that are the record's own. */
export async function runRow(
  work: ChangeContext,
  machine: Machine,
  touched: ChangedRecord,
  transition: Transition,
  name: string,
  own: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (!touched.actions.includes(name)) touched.actions.push(name);
  noteSecrets(touched, entityOf(work.product, machine.entity)!, own);
  if (Object.keys(own).length > 0) await writeFields(work, machine.entity, touched.id, own);
  await runTransition(work, machine, touched, transition, name);
}

/** The state changes first; the effects see it. What is deleted goes after its effects, which still read it. */
export async function runTransition(work: ChangeContext, machine: Machine, touched: ChangedRecord, transition: Transition, name: string): Promise<void> {
  const place = { entity: machine.entity, id: touched.id, action: name, others: {} };
  if (transition.to === null) {
    await runStatements(work, place, transition.then);
    return deleteRecord(work, machine.entity, touched.id);
  }
  await writeFields(work, machine.entity, touched.id, { [machine.field]: transition.to });
  // What several people have decided has happened once, also where the record stays in its state.
  if (transition.from !== transition.to) await beginRounds(work, machine, touched.id, transition.to);
  else if (transition.trigger.kind === "action") await beginRounds(work, machine, touched.id, transition.to, transition.trigger.action);
  await takeNumbers(work, entityOf(work.product, machine.entity)!, touched.id, name);
  await runStatements(work, place, transition.then);
}
