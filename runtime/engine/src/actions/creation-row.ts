import { rowEver } from "@nonet/database";
import { type Action, actionOfTransition, creationRows, type Transition } from "@nonet/model";
import type { ChangeContext } from "../change/change-context.ts";
import type { Values } from "../contract/actor.ts";

/**
 * The rows that a creation may come in by, the first one's action being the one whose answers are asked for: that named,
 * else the first that this person may ever do. Where one of the actions asks for something, the others don't stand in for it.
 */
export function entriesFor(work: Pick<ChangeContext, "product" | "reader">, entity: string, action: string | null): readonly Transition[] {
  const all = creationRows(work.product, entity, action);
  const mine = all.find((row) => rowEver(work.product, work.reader, entity, row));
  const asks = all.some((row) => (actionOfTransition(work.product, entity, row)?.asks.length ?? 0) > 0);
  return mine && asks ? creationRows(work.product, entity, actionOfTransition(work.product, entity, mine)!.name) : all;
}

export interface Entrance {
  readonly entries: readonly Transition[];
  /** The action whose answers are asked for; undefined where no row lets records in. */
  readonly asking: Action | undefined;
  /** What was sent for the record's own fields, and what for the action; a field of the record that it asks for is both. */
  readonly own: Values;
  readonly asked: Values;
}

export function entranceOf(work: Pick<ChangeContext, "product" | "reader">, entity: string, sent: Values, action: string | null): Entrance {
  const entries = entriesFor(work, entity, action);
  const asking = actionOfTransition(work.product, entity, entries[0]);
  const ask = (key: string) => asking?.asks.find((a) => a.field.key === key || a.field.name === key);
  const part = (wanted: (key: string) => boolean): Values => Object.fromEntries(Object.entries(sent).filter(([key]) => wanted(key)));
  return { entries, asking, own: part((key) => ask(key)?.own ?? true), asked: part((key) => ask(key) !== undefined) };
}
