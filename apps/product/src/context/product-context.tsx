/** The product and the signed-in user, for all screens. */
import { createContext, useContext } from "react";
import type { EntityData, ProductData } from "@nonet/screens";
import type { Me } from "../api/queries.ts";

export interface ProductContextValue {
  readonly product: ProductData;
  readonly me: Me;
  /** Whether labels show their source lines. */
  readonly lines: boolean;
  setLines(on: boolean): void;
}

export const ProductContext = createContext<ProductContextValue | null>(null);

export function useProductContext(): ProductContextValue {
  const context = useContext(ProductContext);
  if (!context) throw new Error("no product around this component");
  return context;
}

export const useEntity = (name: string): EntityData | undefined => useProductContext().product.entities.find((e) => e.name === name);
