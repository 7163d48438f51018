import { decisionStatements } from "@nonet/database";
import { uuidv7 } from "uuidv7";
import type { ChangeContext } from "../change/change-context.ts";
import type { DecisionState } from "./decision-state.ts";
import { nameFor } from "./reminder-mail.ts";

/** Default 36: where `not by` or too few people leave nobody to decide, the Owner is told once. */
export async function tellOwner(work: ChangeContext, state: DecisionState, id: string): Promise<void> {
  const { machine, action } = state;
  if (state.now === null || state.refused || !state.steps[state.now]!.waiting) return;
  if (state.round === 0) await work.connection.rows(decisionStatements.beginRound(machine.entity, id, action.name));
  if (!(await work.connection.row(decisionStatements.setReported(id, action.name, Math.max(1, state.round))))) return;
  for (const row of await work.connection.rows(decisionStatements.owners)) {
    const named = await nameFor(work, machine.entity, id, { kind: "person", id: row["id"], roles: row["roles"], owner: true });
    const text = `${action.name} of ${named} waits: too few people are left who may decide step ${state.now + 1}.`;
    work.outbox.push({
      id: uuidv7(),
      call: "(decision waits)",
      entity: machine.entity,
      record: id,
      payload: { to: row["email"], subject: `${machine.entity}: nobody can decide`, body: text },
      notShown: null,
    });
  }
}
