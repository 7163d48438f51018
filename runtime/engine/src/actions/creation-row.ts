/** Chooses the `(new)` rows by which a record may be created, and divides what was sent between the record and the row's action. */
import { rowEver } from "@nonet/database";
import { type Action, actionOfTransition, creationRows, type Transition } from "@nonet/model";
import type { ChangeContext } from "../change/change-context.ts";
import type { Values } from "../contract/actor.ts";

type Context = Pick<ChangeContext, "product" | "reader">;

export interface CreationChoice {
  readonly rows: readonly Transition[];
  /** The action whose input is parsed; undefined where the entity has no `(new)` rows. */
  readonly action: Action | undefined;
  /** What was sent for the record's own fields. */
  readonly own: Values;
  /** What was sent for the action; a field of the record that it asks for is in both. */
  readonly input: Values;
}

/** `actionName`: the action that the actor names; null: the first that they may ever do. */
export function chooseCreation(context: Context, entity: string, sent: Values, actionName: string | null): CreationChoice {
  const rows = rowsFor(context, entity, actionName);
  const action = actionOfTransition(context.product, entity, rows[0]);
  const ask = (key: string) => action?.asks.find((a) => a.field.key === key || a.field.name === key);
  const only = (wanted: (key: string) => boolean): Values => Object.fromEntries(Object.entries(sent).filter(([key]) => wanted(key)));
  return { rows, action, own: only((key) => ask(key)?.own ?? true), input: only((key) => ask(key) !== undefined) };
}

/** Where one of the actions asks for input, only the rows of the chosen action can create the record: its input was sent. */
function rowsFor(context: Context, entity: string, actionName: string | null): readonly Transition[] {
  const all = creationRows(context.product, entity, actionName);
  const mine = all.find((row) => rowEver(context.product, context.reader, entity, row));
  const asks = all.some((row) => (actionOfTransition(context.product, entity, row)?.asks.length ?? 0) > 0);
  return mine && asks ? creationRows(context.product, entity, actionOfTransition(context.product, entity, mine)!.name) : all;
}
