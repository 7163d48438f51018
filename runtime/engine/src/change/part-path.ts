import type { Work } from "./change-context.ts";

/** A part's errors stand at the part: `lines/2/quantity`. */
export function placed(work: Work, id: string, field: string | null): string | null {
  const place = work.places.get(id);
  return place === undefined ? field : field === null ? place : `${place}/${field}`;
}
