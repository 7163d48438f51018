import { rowEver } from "@nonet/database";
import { type Action, actionOfTransition, creationRows, type Transition } from "@nonet/model";
import type { ChangeContext } from "../change/change-context.ts";
import type { Values } from "../contract/actor.ts";

/**
 * The rows that a creation may come in by, the first one's action being the one whose answers are asked for: that named,
 * else the first that this person may ever do. Where one of the actions asks for something, the others don't stand in for it.
 */
export function creationRowsOf(context: Pick<ChangeContext, "product" | "reader">, entity: string, action: string | null): readonly Transition[] {
  const all = creationRows(context.product, entity, action);
  const mine = all.find((row) => rowEver(context.product, context.reader, entity, row));
  const asks = all.some((row) => (actionOfTransition(context.product, entity, row)?.asks.length ?? 0) > 0);
  return mine && asks ? creationRows(context.product, entity, actionOfTransition(context.product, entity, mine)!.name) : all;
}

export interface CreationChoice {
  readonly entries: readonly Transition[];
  /** The action whose answers are asked for; undefined where no row lets records in. */
  readonly asking: Action | undefined;
  /** What was sent for the record's own fields, and what for the action; a field of the record that it asks for is both. */
  readonly own: Values;
  readonly asked: Values;
}

export function chooseCreation(context: Pick<ChangeContext, "product" | "reader">, entity: string, sent: Values, action: string | null): CreationChoice {
  const entries = creationRowsOf(context, entity, action);
  const asking = actionOfTransition(context.product, entity, entries[0]);
  const ask = (key: string) => asking?.asks.find((a) => a.field.key === key || a.field.name === key);
  const part = (wanted: (key: string) => boolean): Values => Object.fromEntries(Object.entries(sent).filter(([key]) => wanted(key)));
  return { entries, asking, own: part((key) => ask(key)?.own ?? true), asked: part((key) => ask(key) !== undefined) };
}
