/** The `limit` and `after` of a page of comments or notifications. */
import type { RequestContext } from "../http/handler.ts";
import { type Parsed, parsed, refused } from "../http/response.ts";

const maxLimit = 100;

export interface PageRequest {
  readonly limit: number;
  readonly after: unknown;
}

export function pageOf({ query }: RequestContext, otherwise: number): Parsed<PageRequest> {
  const unknown = Object.keys(query).find((key) => key !== "limit" && key !== "after");
  if (unknown !== undefined) return refused("malformed", `There is no parameter "${unknown.slice(0, 80)}". There are limit and after.`, unknown.slice(0, 80));
  const { limit, after } = query;
  if (limit === undefined) return parsed({ limit: otherwise, after });
  const number = typeof limit === "string" && /^\d{1,3}$/.test(limit) ? Number(limit) : 0;
  return number >= 1 && number <= maxLimit ? parsed({ limit: number, after }) : refused("malformed", `limit is a whole number from 1 to ${maxLimit}.`, "limit");
}
