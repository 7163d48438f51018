/** The product and the person, for every screen beneath. */
import { createContext, useContext } from "react";
import type { EntityData, ProductData } from "@nonet/screens";
import type { Me } from "../api/queries.ts";

export interface Here {
  readonly product: ProductData;
  readonly me: Me;
  /** Whether each label shows the line that says so. */
  readonly lines: boolean;
  setLines(on: boolean): void;
}

export const HereContext = createContext<Here | null>(null);

export function useHere(): Here {
  const here = useContext(HereContext);
  if (!here) throw new Error("no product around this component");
  return here;
}

export const useEntity = (name: string): EntityData | undefined => useHere().product.entities.find((e) => e.name === name);
