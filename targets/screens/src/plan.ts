/** What every planner shares: the product, the asker's sight, and lines of the document. */
import type { Span } from "@nonet/source";
import type { Entity, Product, SaidAt } from "@nonet/model";
import type { Sight } from "./visibility.ts";

export interface Plan {
  readonly product: Product;
  readonly sight: Sight;
  at(source: Span | null): SaidAt;
  mayCreate(entity: Entity): boolean;
  /** What point 9 says that a page has where its screen doesn't. */
  readonly pageSize: number | undefined;
}

/** The states of an entity's first machine, and none where it has no machine. */
export const statesOf = (product: Product, entity: string): readonly string[] =>
  product.machines.find((m) => m.entity === entity && m.field === "state")?.states.map((s) => s.name) ?? [];
