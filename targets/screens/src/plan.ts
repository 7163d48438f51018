/** What every planner shares: the product, the reader's visibility, and source lines. */
import type { Span } from "@nonet/source";
import type { Entity, Product, SourceLocation } from "@nonet/model";
import type { Visibility } from "./visibility.ts";

export interface Plan {
  readonly product: Product;
  readonly visibility: Visibility;
  at(source: Span | null): SourceLocation;
  mayCreate(entity: Entity): boolean;
  /** The page size of point 9, for screens without their own. */
  readonly pageSize: number | undefined;
}

/** The states of an entity's main machine; empty if it has none. */
export const statesOf = (product: Product, entity: string): readonly string[] =>
  product.machines.find((m) => m.entity === entity && m.field === "state")?.states.map((s) => s.name) ?? [];
