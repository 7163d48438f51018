/** A person's change of one record, with its permissions, its locks and its idempotency key. */
import { entityOf } from "@nonet/model";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { Change, Outcome, PerformOptions } from "../contract/outcome.ts";
import { notFound } from "../refusals/refusal.ts";
import type { AnswerQuery } from "./answer.ts";
import { applyChange } from "./apply-change.ts";
import { storeIdempotentRefusal } from "./idempotency.ts";
import { lockKeys } from "./lock-keys.ts";
import { performSteps } from "./perform.ts";
import type { Performed } from "./performed.ts";

export interface PersonChange {
  readonly actor: Actor;
  readonly change: Change;
  readonly options?: PerformOptions | undefined;
  readonly answer?: AnswerQuery | undefined;
}

export async function performChange(running: Pick<Running, "database" | "product">, { actor, change, options = {}, answer }: PersonChange): Promise<Outcome<Performed>> {
  const { database, product } = running;
  if (!entityOf(product, change.entity)) return notFound(change.entity);
  const request = { entity: change.entity, actor, options, change, keys: () => lockKeys(database, product, change), ...(answer ? { answer } : {}) };
  const outcome = await performSteps(running, request, (context) => applyChange(context, change));
  if (!outcome.ok) await storeIdempotentRefusal(database, actor, request, outcome.refusal);
  return outcome;
}
