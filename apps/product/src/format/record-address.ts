/** The address of a record's page. */
import type { EntityData } from "@nonet/screens";

/** Uses the route's own parameter if the row has its value, else the id. */
export function recordAddress(entity: EntityData | undefined, row: Readonly<Record<string, unknown>>): string | null {
  if (!entity?.recordRoute || typeof row.id !== "string") return null;
  const named = row[camel(entity.recordParameter)];
  const value = typeof named === "string" && named !== "" ? named : row.id;
  return entity.recordRoute.replace(/:[^/]+/, () => encodeURIComponent(value));
}

/** The fields that a list must request so that its rows can link to their pages. */
export const addressKeys = (entity: EntityData | undefined): readonly string[] => (entity?.recordRoute && entity.recordParameter !== "id" ? [camel(entity.recordParameter)] : []);

const camel = (name: string): string => name.replace(/[ _-]+(.)/g, (_, c: string) => c.toUpperCase());
