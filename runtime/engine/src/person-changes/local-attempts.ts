/** Which changes are worth deciding on values at hand: those of a kind that needed the database's answers lately aren't tried each time. */
import type { Product } from "@nonet/model";
import type { Actor } from "../contract/actor.ts";
import type { Change } from "../contract/outcome.ts";

interface Attempts {
  failures: number;
  /** How many changes of the kind go by before the next attempt. */
  skip: number;
}

const maxKinds = 1000;
const mostSkipped = 1000;
const kinds = new WeakMap<Product, Map<string, Attempts>>();

/** The entities of which the last attempt to change a record has succeeded. */
const lastDecided = new WeakMap<Product, Set<string>>();

export const isMostlyDecided = (product: Product, entity: string): boolean => lastDecided.get(product)?.has(entity) === true;

function attemptsOf(product: Product, actor: Actor, change: Change): Attempts {
  let all = kinds.get(product);
  if (!all) kinds.set(product, (all = new Map<string, Attempts>()));
  const sent = change.kind === "create" || change.kind === "update" ? Object.keys(change.values).join() : "";
  const key = [change.kind, change.entity, "action" in change ? change.action : "", sent, actor.kind === "person" ? actor.roles.join() : actor.kind].join("\n");
  let found = all.get(key);
  if (!found) {
    if (all.size >= maxKinds) all.clear();
    all.set(key, (found = { failures: 0, skip: 0 }));
  }
  return found;
}

export function isWorthTrying(product: Product, actor: Actor, change: Change): boolean {
  const attempts = attemptsOf(product, actor, change);
  if (attempts.skip === 0) return true;
  attempts.skip--;
  return false;
}

export function noteTried(product: Product, actor: Actor, change: Change, isDecided: boolean): void {
  const attempts = attemptsOf(product, actor, change);
  const decided = lastDecided.get(product) ?? new Set();
  lastDecided.set(product, decided);
  if (change.kind !== "create") decided[isDecided ? "add" : "delete"](change.entity);
  attempts.failures = isDecided ? 0 : attempts.failures + 1;
  attempts.skip = isDecided || attempts.failures < 2 ? 0 : Math.min(mostSkipped, 5 * 2 ** attempts.failures);
}
