/** Whether the work on a record has ended, so that what begins something new with it is quiet (default 186). */
import type { EntityData } from "@nonet/screens";
import type { Row } from "../api/queries.ts";

const ends: ReadonlySet<string | undefined> = new Set(["done", "stopped", "ended"]);

/** Whether all the record's machines are in a state that no transition leaves. */
export function hasEnded({ stateKeys, tones }: Pick<EntityData, "stateKeys" | "tones">, row: Row): boolean {
  const states = ["state", ...stateKeys].flatMap((key) => (typeof row[key] === "string" ? [row[key]] : []));
  return states.length > 0 && states.every((state) => ends.has(tones[state]));
}
