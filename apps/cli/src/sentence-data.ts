/** Builds `GET /api/sentences`: a version's elements, each as one plain sentence with its line. */
import { sentences } from "@nonet/compiler";
import type { Product } from "@nonet/model";
import { lineMap } from "@nonet/source";
import type { SentenceData } from "@nonet/api";

const made = new WeakMap<Product, readonly SentenceData[]>();

/** Made once for each version. */
export function sentenceData(product: Product): readonly SentenceData[] {
  const known = made.get(product);
  if (known) return known;
  const maps = product.sources.map((s) => lineMap(s.text));
  const data = sentences(product).map(({ what, sentence, span }) => ({
    what,
    sentence,
    file: span?.file ?? 0,
    line: span ? (maps[span.file]?.(span.from).line ?? null) : null,
  }));
  made.set(product, data);
  return data;
}
