/** What every planner shares: the product, the asker's sight, and lines of the document. */
import type { Span } from "@nonet/source";
import type { Entity, Product } from "@nonet/model";
import type { Sight } from "./sight.ts";

export interface Plan {
  readonly product: Product;
  readonly sight: Sight;
  line(source: Span | null): number | null;
  mayCreate(entity: Entity): boolean;
  /** What point 9 says that a page has where its screen doesn't. */
  readonly pageSize: number | undefined;
}

/** Turns places into 1-based lines; each file's line starts are found once. */
export function lineOf(product: Product): Plan["line"] {
  const starts = product.sources.map((file) => [...file.text.matchAll(/\n/g)].map((m) => m.index));
  return (source) => {
    if (!source) return null;
    const ends = starts[source.file];
    if (!ends) return null;
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ends[middle]! < source.from) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}

/** The states of an entity's first machine, and none where it has no machine. */
export const statesOf = (product: Product, entity: string): readonly string[] =>
  product.machines.find((m) => m.entity === entity && m.field === "state")?.states.map((s) => s.name) ?? [];
