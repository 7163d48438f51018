/** Who may open a screen. */
import { audienceOf, type Product, type Screen } from "@nonet/model";
import type { Actor } from "../contract/actor.ts";

/** Whether the screen's For, or its row in point 6, names the actor. */
export function mayOpenScreen(product: Product, actor: Actor, screen: Screen): boolean {
  const audience = audienceOf(product, screen);
  if (actor.kind !== "system" && actor.link?.screen === screen.name) return true;
  if (actor.kind === "person" && actor.owner && screen.derived) return true;
  return isAmong(product, actor, audience);
}

/** Whether the actor has one of these roles; `everyone`, `anyone` and `bearer` count as roles. */
export function isAmong(product: Product, actor: Actor, audience: readonly string[]): boolean {
  if (audience.includes("anyone")) return true;
  if (actor.kind === "system") return true;
  if (actor.link && audience.includes("bearer")) return true;
  if (actor.kind !== "person") return false;
  if (actor.owner && !product.permissions.written) return true;
  const roles = new Set(actor.roles.flatMap((r) => product.permissions.roles.find((x) => x.name === r)?.includes ?? [r]));
  return audience.includes("everyone") || audience.some((r) => roles.has(r));
}
