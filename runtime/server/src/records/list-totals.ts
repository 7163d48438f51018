/** `GET /api/loans:totals`: how many records a list has and what its amounts add up to, for each group. */
import type { Entity } from "@nonet/model";
import type { RequestContext } from "../http/handler.ts";
import { type HttpResponse, json, problem, refusal } from "../http/response.ts";
import type { ServerContext } from "../http/server-context.ts";
import { readFields, readListQuery } from "../requests/list-query.ts";
import { listSender } from "../requests/list-sender.ts";
import { say } from "@nonet/texts";

/** What selects a page of the list means nothing here. */
const pageParameters = ["limit", "after", "offset", "count", "fields"];

export async function totals(server: ServerContext, context: RequestContext, entity: Entity): Promise<HttpResponse> {
  const unused = pageParameters.find((name) => context.query[name] !== undefined);
  if (unused) return problem("unknown-parameter", say("totals-are-those-of-the-whole-list", { unused }), unused);
  const request = readListQuery(server.engine.product, entity, context.query, server.today(), ["sum"]);
  if (!request.ok) return request.response;
  const sums = readFields(context.query.sum);
  if (!sums.ok) return sums.response;
  const found = await context.reads.totals(context.actor, request.value, sums.value ?? [], listSender(context));
  await context.authenticated?.();
  return found.ok ? json(200, found.value) : refusal(found.refusal);
}
