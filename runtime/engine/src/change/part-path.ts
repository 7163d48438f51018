import type { ChangeContext } from "./change-context.ts";

/** A part's errors stand at the part: `lines/2/quantity`. */
export function pathOf(context: ChangeContext, id: string, field: string | null): string | null {
  const place = context.paths.get(id);
  return place === undefined ? field : field === null ? place : `${place}/${field}`;
}
