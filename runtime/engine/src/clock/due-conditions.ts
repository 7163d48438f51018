/** `(when …)` transitions that no change but the clock has made due, those that a rule has stopped, and those found at the start. */
import { decisionStatements, nextWhenQuery, transitionReads, whenQuery } from "@nonet/database";
import type { Machine, Transition } from "@nonet/model";
import { Temporal } from "temporal-polyfill";
import type { Running } from "../connection/running-product.ts";
import { automaticName, automaticOf } from "../effects/automatic-transitions.ts";
import { noteStuck } from "../effects/blocked-transitions.ts";
import { runAutomatic } from "../effects/run-automatic.ts";
import { performAs } from "../perform/perform.ts";
import { announce } from "../perform/publish-changes.ts";

/** The product for which everything has been looked at once: what came to be due while nothing ran. */
const swept = new WeakMap<Running, unknown>();

/** Gives how many happened. */
export async function runWhenDue(running: Running): Promise<number> {
  const { product } = running;
  let happened = 0;
  const stuck = await running.database.rows(decisionStatements.blocked.some);
  for (const { machine, transition } of automaticOf(running)) {
    const mine = stuck
      .filter((s) => s["entity"] === machine.entity && s["machine"] === machine.field && Number(s["row"]) === transition.row && s["source"] === automaticName(running, transition))
      .map((s) => s["record_id"] as string);
    const all = swept.get(running) !== product || transitionReads(product, machine.entity, transition).clock;
    if (!all && mine.length === 0) continue;
    const due = (await running.database.rows(whenQuery(product, machine.entity, transition, all ? undefined : mine))).map((r) => r["id"] as string);
    for (const id of due) if (await runWhen(running, machine, transition, id)) happened++;
  }
  swept.set(running, product);
  return happened;
}

/** One record in a change of its own, where it is still due. */
async function runWhen(running: Running, machine: Machine, transition: Transition, id: string): Promise<boolean> {
  let ran = false;
  const outcome = await performAs(running.database, running.product, { kind: "system" }, {}, { entity: machine.entity }, async (work) => {
    ran = (await work.connection.row(whenQuery(work.product, machine.entity, transition, [id]))) !== undefined;
    if (ran) await runAutomatic(work, { machine, transition }, id);
    return id;
  });
  if (outcome.ok && ran) announce(running, outcome.value);
  if (!outcome.ok && outcome.refusal.kind !== "unavailable")
    await noteStuck({ connection: running.database, product: running.product }, { machine, transition }, id, outcome.refusal.errors);
  return outcome.ok && ran;
}

/** When the clock next reaches what a condition compares with: the moment itself, else the product's next midnight. */
export async function nextWhenMoments(running: Running, now: string): Promise<string[]> {
  const { product } = running;
  const clocked = automaticOf(running).filter(({ machine, transition }) => transitionReads(product, machine.entity, transition).clock);
  if (clocked.length === 0) return [];
  const zone = product.about.timeZone;
  const moments = [Temporal.Instant.from(now).toZonedDateTimeISO(zone).toPlainDate().add({ days: 1 }).toZonedDateTime(zone).toInstant().toString()];
  for (const { machine, transition } of clocked) {
    const query = nextWhenQuery(product, machine.entity, transition);
    const at: unknown = query && (await running.database.row(query))?.["due_at"];
    if (typeof at !== "string") continue;
    // A strict comparison holds only after the moment.
    moments.push(at, Temporal.Instant.from(at).add({ microseconds: 1 }).toString());
  }
  return moments;
}
