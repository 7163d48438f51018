/** Who may open a screen. */
import { audienceOf, type Product, type Screen } from "@nonet/model";
import type { Actor } from "../contract/actor.ts";

/** Whether the screen's For, or its row in point 6, names the actor. */
export function mayOpenScreen(product: Product, actor: Actor, screen: Screen): boolean {
  const audience = audienceOf(product, screen);
  if (audience.includes("anyone")) return true;
  if (actor.kind === "system") return true;
  if (actor.link && (actor.link.screen === screen.name || audience.includes("bearer"))) return true;
  if (actor.kind !== "person") return false;
  if (actor.owner && (screen.derived || !product.permissions.written)) return true;
  const roles = new Set(actor.roles.flatMap((r) => product.permissions.roles.find((x) => x.name === r)?.includes ?? [r]));
  return audience.includes("everyone") || audience.some((r) => roles.has(r));
}
