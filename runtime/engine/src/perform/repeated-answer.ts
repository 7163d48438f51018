/** The answer to a repeated request: that of the first, restricted to what its actor may read now (default 100). */
import { entityOf } from "@nonet/model";
import { readerOf } from "../change/actor-reader.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { Change, Outcome, Refusal } from "../contract/outcome.ts";
import type { VisibleRecord } from "../contract/reads.ts";
import { readRecordValues } from "../read/read-record.ts";
import { visibleValues } from "../read/visible-history.ts";
import { done } from "../refusals/refusal.ts";
import type { FirstAnswer } from "./performed.ts";
import { say } from "@nonet/texts";

/** Null where the actor may not read the record (any more): the response has no body then. */
export async function repeatedAnswer(running: Running, actor: Actor, change: Change, id: string, first: FirstAnswer): Promise<Outcome<VisibleRecord | null>> {
  if (change.kind === "delete") return done(null);
  const now = await readRecordValues(running, actor, change.entity, id);
  if (!now.ok) return done(null);
  // An erasure has removed the stored answer.
  if (first.record === null) return done(now.value);
  const shown = await visibleValues(running, readerOf(actor), entityOf(running.product, change.entity)!, first.record);
  return done(Object.fromEntries(Object.entries(shown).filter(([key]) => key in now.value)) as unknown as VisibleRecord);
}

/** The reasons contain values of the record, so an actor who may no longer read it gets the codes alone. */
export async function repeatedRefusal(running: Running, actor: Actor, change: Change, refusal: Refusal): Promise<Outcome<never>> {
  const repeated: Outcome<never> = { ok: false, refusal };
  if (!("id" in change) || refusal.kind === "not found") return repeated;
  if ((await readRecordValues(running, actor, change.entity, change.id)).ok) return repeated;
  const errors = refusal.errors.map((error) => ({ ...error, detail: say("this-request-was-refused-before-you-may") }));
  return { ok: false, refusal: { ...refusal, errors } };
}
