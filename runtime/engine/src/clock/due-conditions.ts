/** `(when …)` transitions that the clock makes due, that a rule has blocked, or that were due when the product started. */
import { decisionStatements, nextWhenQuery, transitionReads, whenQuery } from "@nonet/database";
import type { Machine, Transition } from "@nonet/model";
import { Temporal } from "temporal-polyfill";
import type { Running } from "../connection/running-product.ts";
import { automaticName, automaticTransitions } from "../effects/automatic-transitions.ts";
import { noteBlocked } from "../effects/blocked-transitions.ts";
import { runAutomatic } from "../effects/run-automatic.ts";
import { performSteps } from "../perform/perform.ts";
import { publishChanges } from "../perform/publish-changes.ts";

/** The product version for which all records were checked once, for what became due while nothing ran. */
const checked = new WeakMap<Running, unknown>();

/** Returns how many transitions ran. */
export async function runDueConditions(running: Running): Promise<number> {
  const { product } = running;
  if (automaticTransitions(running).length === 0) return 0;
  let happened = 0;
  const blocked = await running.database.rows(decisionStatements.blocked.some);
  for (const { machine, transition } of automaticTransitions(running)) {
    const own = blocked
      .filter((s) => s["entity"] === machine.entity && s["machine"] === machine.field && Number(s["row"]) === transition.row && s["source"] === automaticName(running, transition))
      .map((s) => s["record_id"] as string);
    const all = checked.get(running) !== product || transitionReads(product, machine.entity, transition).clock;
    if (!all && own.length === 0) continue;
    const due = (await running.database.rows(whenQuery(product, machine.entity, transition, all ? undefined : own))).map((r) => r["id"] as string);
    for (const id of due) if (await runWhen(running, machine, transition, id)) happened++;
  }
  checked.set(running, product);
  return happened;
}

/** One record in a change of its own, if the transition is still due. */
async function runWhen(running: Running, machine: Machine, transition: Transition, id: string): Promise<boolean> {
  let ran = false;
  const outcome = await performSteps(running, { entity: machine.entity }, async (work) => {
    ran = (await work.connection.row(whenQuery(work.product, machine.entity, transition, [id]))) !== undefined;
    if (ran) await runAutomatic(work, { machine, transition }, id);
    return id;
  });
  if (outcome.ok && ran) publishChanges(running, outcome.value);
  if (!outcome.ok && outcome.refusal.kind !== "unavailable")
    await noteBlocked({ connection: running.database, product: running.product }, { machine, transition }, id, outcome.refusal.errors);
  return outcome.ok && ran;
}

/** The moments at which the clock can next make a condition true: those that conditions compare with, and the product's next midnight. */
export async function nextConditionMoments(running: Running, now: string): Promise<string[]> {
  const { product } = running;
  const clocked = automaticTransitions(running).filter(({ machine, transition }) => transitionReads(product, machine.entity, transition).clock);
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
