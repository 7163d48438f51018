/**
 * What a reader is shown of a saved view. A view that somebody else shares is shown only to readers who may read every
 * field by which it filters, sorts and groups, and every record that it names: the values of its filters were chosen by
 * somebody who may read more.
 */
import { type ListOptions, recordQuery } from "@nonet/database";
import type { Screen } from "@nonet/model";
import { isId } from "@nonet/model";
import { readerOf } from "../change/actor-reader.ts";
import type { Row } from "../connection/contract.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { SavedView, ViewState } from "../contract/views.ts";
import { readableKeys } from "../read/parameters/readable-path.ts";
import { resolveList } from "../read/resolve-list.ts";

/** The entity of a screen that shows one list. */
export const listedEntity = ({ shows }: Screen): string | null => ("list" in shows ? shows.entity : null);

/** Null where the reader must not see it. */
export async function viewForReader(running: Running, actor: Actor, screen: Screen, row: Row): Promise<SavedView | null> {
  const state = row["state"] as ViewState;
  const own = actor.kind === "person" && row["owner"] === actor.id;
  const usable = await isUsable(running, actor, screen, state);
  if (!usable && !own) return null;
  const entity = listedEntity(screen)!;
  const readable = (keys: string): string => readableKeys(running.product, readerOf(actor), entity, keys.split(",").map(keyOf)).join(",");
  return {
    id: row["id"],
    screen: screen.name,
    name: row["name"],
    shared: row["shared"],
    own,
    usable,
    state: own ? state : { ...state, ...(state.columns ? { columns: withWidths(state.columns, readable(state.columns)) } : {}), ...(state.sums ? { sums: readable(state.sums) } : {}) },
  };
}

/** A column may have its width after it (`name:120`). */
const keyOf = (column: string): string => column.replace(/:\d+$/, "");
const withWidths = (columns: string, kept: string): string => {
  const keys = new Set(kept.split(","));
  return columns
    .split(",")
    .filter((column) => keys.has(keyOf(column)))
    .join(",");
};

export async function isUsable(running: Running, actor: Actor, screen: Screen, state: ViewState): Promise<boolean> {
  const entity = listedEntity(screen);
  if (entity === null) return false;
  const sort = state.sort ? { sort: state.sort.split(",") } : {};
  const group = state.group ? { group: state.group } : {};
  const resolved = await resolveList(running, actor, { entity, screen: screen.name, equals: state.filters, ...sort, ...group });
  if (!resolved.ok || resolved.value.list === null) return false;
  for (const { entity: of, id } of namedRecords(resolved.value.list)) if (!(await running.database.row(recordQuery(running.product, readerOf(actor), of, id)))) return false;
  return true;
}

/** The records that the filters name. */
function namedRecords({ equals = [], oneOf = [] }: ListOptions): { readonly entity: string; readonly id: string }[] {
  const all = [...equals.map(({ path, value }) => ({ path, values: [value] })), ...oneOf];
  return all.flatMap(({ path, values }) => {
    const type = path.type.kind === "list" ? path.type.of : path.type;
    return type.kind === "record" ? values.filter(isId).map((id) => ({ entity: type.name, id })) : [];
  });
}
