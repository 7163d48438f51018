/** A person's change of one record, with its permissions, its locks and its idempotency key. */
import { entityOf } from "@nonet/model";
import type { Running } from "../connection/running-product.ts";
import type { Outcome } from "../contract/outcome.ts";
import { notFound } from "../refusals/refusal.ts";
import { applyChange } from "../perform/apply-change.ts";
import { storeIdempotentRefusal } from "../perform/idempotency.ts";
import { lockKeys } from "../perform/lock-keys.ts";
import { performAtOnce } from "./perform-at-once.ts";
import { performSteps } from "../perform/perform.ts";
import type { Performed } from "../perform/performed.ts";
import type { SentChange } from "./sent-change.ts";

export async function performChange(running: Pick<Running, "database" | "product">, wanted: SentChange): Promise<Outcome<Performed>> {
  const { database, product } = running;
  const { actor, change, options = {}, answer } = wanted;
  if (!entityOf(product, change.entity)) return notFound(change.entity);
  const atOnce = await performAtOnce(running, wanted);
  if (atOnce) return atOnce;
  const request = { entity: change.entity, actor, options, change, keys: () => lockKeys(database, product, change), ...(answer ? { answer } : {}) };
  const outcome = await performSteps(running, request, (context) => applyChange(context, change));
  if (!outcome.ok) await storeIdempotentRefusal(database, actor, request, outcome.refusal);
  return outcome;
}
