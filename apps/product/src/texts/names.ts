/** Names of the document (entities, actions, states, choices, roles, screens) in the person's language. */
import type { ProductData } from "@nonet/screens";

let words: ProductData["words"] = {};

/** Called when the product's data arrives, before anything is drawn from it. */
export function takeWords<T extends Pick<ProductData, "words">>(product: T): T {
  words = product.words;
  return product;
}

/** The name as people read it; as written where the document doesn't translate it. In a sentence, `loans` is found as `Loans`. */
export function named(name: string): string {
  if (name === "") return name;
  const capital = name[0]!.toUpperCase() + name.slice(1);
  return words[name] ?? (capital === name ? name : (words[capital] ?? name));
}
