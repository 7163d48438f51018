/** What the front end gets of the product that an engine runs, for one reader. */
import { limitOf } from "@nonet/api";
import type { Actor, Engine } from "@nonet/engine";
import { languagesOf } from "@nonet/model";
import { planProduct, type ProductData } from "@nonet/screens";
import { currentLanguage } from "@nonet/texts";

/** `today`: the product's day, an ISO date. */
export function productDataOf(engine: Engine, actor: Actor, today: string): ProductData {
  const { product } = engine;
  const link = actor.kind !== "system" && actor.link ? { link: actor.link } : {};
  const reader =
    actor.kind === "person" ? { kind: "person" as const, roles: actor.roles, owner: actor.owner, ...link } : { kind: "anyone" as const, roles: [], owner: false, ...link };
  return planProduct(product, reader, {
    rehearsal: engine.rehearsal !== null,
    mayCreate: (entity) => engine.mayCreate(actor, entity),
    pageSize: product.constants.some((c) => c.limit === "page size") ? limitOf(product, "page size", today) : undefined,
    language: languagesOf(product.about).length > 1 ? currentLanguage() : undefined,
  });
}
