/** `Undo: CALL`: takes back synchronous calls that were answered, if the change that sent them isn't committed or was committed without their answer. */
import { wholeRecordQuery } from "@nonet/database";
import type { ChangeContext } from "../change/change-context.ts";
import type { Question, RetryState } from "../change/retry-state.ts";
import type { Answer } from "../contract/calls.ts";
import { draftMessage } from "../effects/draft-message.ts";

export type Undoable = Question & { readonly answer: Answer };

/** `isCommitted`: answers that the last run has used are part of what was committed. */
export function callsToUndo(retry: RetryState, isCommitted: boolean): readonly Undoable[] {
  const open = [...retry.undoable].filter(([key]) => !isCommitted || !retry.used.has(key));
  open.forEach(([key]) => retry.undoable.delete(key));
  return open.map(([, question]) => question);
}

/** The undoing calls leave as others do, after the commit of a change of their own. Their `answer` is that of the call that they undo. */
export async function draftUndo(context: ChangeContext, { call, entity, record, answer }: Undoable): Promise<void> {
  if (call.does.kind !== "http" || call.does.undo === null) return;
  // A record that the change would have created doesn't exist.
  const exists = entity !== null && record !== null && (await context.connection.row(wholeRecordQuery(context.product, entity, [record]))) !== undefined;
  await draftMessage(context, { entity: exists ? entity : null, id: exists ? record : null, action: call.name, others: { answer: answer.body } }, call.does.undo);
}
