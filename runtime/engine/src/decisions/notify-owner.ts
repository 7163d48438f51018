/** Default 36: the Owner gets one mail where too few people are left to decide. */
import { decisionStatements } from "@nonet/database";
import { uuidv7 } from "uuidv7";
import type { ChangeContext } from "../change/change-context.ts";
import type { DecisionState } from "./decision-state.ts";
import { languageOf, nameFor } from "./reminder-mail.ts";
import { sayIn } from "@nonet/texts";

export async function notifyOwner(context: ChangeContext, state: DecisionState, id: string): Promise<void> {
  const { machine, action } = state;
  if (state.now === null || state.refused || !state.steps[state.now]!.waiting) return;
  if (state.round === 0) await context.connection.rows(decisionStatements.beginRound(machine.entity, id, action.name));
  const isFirst = await context.connection.row(decisionStatements.setReported(id, action.name, Math.max(1, state.round)));
  if (!isFirst) return;
  for (const row of await context.connection.rows(decisionStatements.owners)) {
    const name = await nameFor(context, machine.entity, id, { kind: "person", id: row["id"], roles: row["roles"], owner: true });
    const language = await languageOf(context, row["id"]);
    const body = sayIn(language, "action-of-name-waits-too-few-people", { action: action.name, name, now: state.now + 1 });
    context.outbox.push({
      id: uuidv7(),
      call: "(decision waits)",
      entity: machine.entity,
      record: id,
      payload: { to: row["email"], subject: sayIn(language, "mail-blocked-subject", { entity: machine.entity }), body },
      notShown: null,
    });
  }
}
