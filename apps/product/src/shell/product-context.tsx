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

/** Where a record's page is: by its own parameter's value where the row has it, else by its id. */
export function recordAddress(entity: EntityData | undefined, row: Readonly<Record<string, unknown>>): string | null {
  if (!entity?.recordRoute || typeof row.id !== "string") return null;
  const named = row[camel(entity.recordParameter)];
  const value = typeof named === "string" && named !== "" ? named : row.id;
  return entity.recordRoute.replace(/:[^/]+/, () => encodeURIComponent(value));
}

/** What a list must ask for so that its rows can lead to their page. */
export const addressKeys = (entity: EntityData | undefined): readonly string[] => (entity?.recordRoute && entity.recordParameter !== "id" ? [camel(entity.recordParameter)] : []);

const camel = (name: string): string => name.replace(/[ _-]+(.)/g, (_, c: string) => c.toUpperCase());
