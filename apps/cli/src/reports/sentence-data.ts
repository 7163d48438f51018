/** Builds `GET /api/sentences`: each element of a version as one sentence with its line. */
import { sentences } from "@nonet/compiler";
import { sourceLocation, type Product } from "@nonet/model";
import type { SentenceData } from "@nonet/api";

const made = new WeakMap<Product, readonly SentenceData[]>();

/** Built once per version. */
export function sentenceData(product: Product): readonly SentenceData[] {
  const known = made.get(product);
  if (known) return known;
  const data = sentences(product).map(({ what, sentence, span }) => ({
    what,
    sentence,
    file: 0,
    ...sourceLocation(product, span),
  }));
  made.set(product, data);
  return data;
}
