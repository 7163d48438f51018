/** The route of a form that a record's page opens. */
import type { Row } from "../api/queries.ts";

/** The parameter is a unique field of the page's record, or its id. */
export const filledRoute = (route: string, row: Row | null): string =>
  row === null ? route : route.replace(/:([^/]+)/, (_, parameter: string) => encodeURIComponent(typeof row[parameter] === "string" ? row[parameter] : row.id));
