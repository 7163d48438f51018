/** For the security log: requests that were refused because the person isn't permitted to do what they asked for (default 159). */
import { system } from "@nonet/database";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { Origin } from "../contract/origin.ts";
import { eventRow, responsible } from "./record-event.ts";

const mostPerHour = 20;
const maxKnown = 10_000;
const hour = 3_600_000;

/** A program in a loop must neither fill the log nor keep the database busy, so what this process has written already is remembered. */
export function refusalRecorder(running: Running): (actor: Actor, request: string, origin: Origin) => Promise<void> {
  let known = new Map<string, number>();
  return async (actor, request, origin) => {
    if (actor.kind !== "person") return;
    const key = `${actor.id} ${request}`;
    if ((known.get(key) ?? 0) > Date.now() - hour) return;
    if (known.size >= maxKnown) known = new Map();
    known.set(key, Date.now());
    const event = eventRow({ event: "refused", user: actor.id, by: responsible(actor), origin, detail: { request } });
    await running.database.rows(system.addSecurityEventSampled(event, mostPerHour)).catch(() => undefined);
  };
}
