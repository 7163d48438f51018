/** Finds things by the words that a person writes for them. */
import { fold } from "@nonet/feel";
import { nearest } from "@nonet/source";
import type { CheckedDocument } from "../document/checked-document.ts";
import type { Thing } from "./thing.ts";
import { vocabularyOf } from "./vocabulary.ts";

/** Everything of that name (`Loan`, `due date`, `Loan.due date`); where there is nothing, the nearest name. */
export function thingsNamed({ product }: CheckedDocument, name: string): { readonly things: readonly Thing[]; readonly near: string | null } {
  const { things } = vocabularyOf(product);
  const folded = fold(name.replaceAll("`", ""));
  const found = things.filter((thing) => fold(thing.name) === folded || (thing.entity !== null && fold(`${thing.entity}.${thing.name}`) === folded));
  const plural = product.entities.filter((entity) => fold(entity.plural) === folded).map(({ name: one }): Thing => ({ kind: "entity", name: one, entity: null }));
  const all = found.length > 0 ? found : plural;
  return {
    things: all,
    near:
      all.length > 0
        ? null
        : (nearest(
            name,
            things.map((thing) => thing.name),
          ) ?? null),
  };
}
