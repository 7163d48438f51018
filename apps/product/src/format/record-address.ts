/** The address of a record's page. */
import type { EntityData } from "@nonet/screens";

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
