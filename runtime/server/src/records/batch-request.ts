/** The body of a batch: an action, the records by their ids or by the filter of a list, and what the action asks for. */
import type { Values } from "@nonet/engine";
import type { Entity } from "@nonet/model";
import type { RequestContext } from "../http/handler.ts";
import { type Parsed, parsed, refusal, refused } from "../http/response.ts";
import type { ServerContext } from "../http/server-context.ts";
import { knownKeys } from "../requests/known-keys.ts";
import { readListQuery } from "../requests/list-query.ts";
import { listSender } from "../requests/list-sender.ts";
import { say } from "@nonet/texts";

const maxRecords = 500;
const maxFiltered = 5000;
const pageSize = 200;

export interface BatchRequest {
  readonly action: string;
  readonly ids: readonly string[] | null;
  /** A list's parameters; null where the records are named by `ids`. */
  readonly filter: Readonly<Record<string, string>> | null;
  readonly input: Values;
}

export function readBatch(body: Values): Parsed<BatchRequest> {
  const known = knownKeys(body, new Set(["action", "ids", "filter", "asked"]), "A batch");
  if (!known.ok) return known;
  const { action, ids = null, filter = null, asked = {} } = body;
  if (typeof action !== "string") return refused("malformed", say("action-should-be-an-actions-name"), "action");
  if (typeof asked !== "object" || asked === null || Array.isArray(asked)) return refused("malformed", say("asked-should-be-an-object"), "asked");
  const input = asked as Values;
  if (filter !== null) {
    if (ids !== null) return refused("malformed", say("send-ids-or-filter-not-both"), "filter");
    return isTexts(filter) ? parsed({ action, ids: null, filter, input }) : refused("malformed", say("filter-should-be-an-object-with-the"), "filter");
  }
  if (!Array.isArray(ids) || ids.length === 0 || ids.length > maxRecords || !ids.every((id) => typeof id === "string"))
    return refused("malformed", say("ids-should-be-a-list-of-1", { maxRecords }), "ids");
  return parsed({ action, ids, filter: null, input });
}

const isTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && Object.values(value).every((one) => typeof one === "string");

/** All records of the list, found before any of them changes. */
export async function filteredIds(server: ServerContext, context: RequestContext, entity: Entity, filter: Readonly<Record<string, string>>): Promise<Parsed<readonly string[]>> {
  const paging = ["limit", "after", "offset", "count", "fields", "group"].find((name) => name in filter);
  if (paging) return refused("malformed", say("filter-selects-a-whole-list-leave-out", { paging }), "filter");
  const request = readListQuery(server.engine.product, entity, filter, server.today());
  if (!request.ok) return request;
  const ids: string[] = [];
  let after: string | null = null;
  do {
    const page = await server.engine.list(
      context.actor,
      { ...request.value, limit: pageSize, fields: [], count: after === null, ...(after === null ? {} : { after }) },
      listSender(context),
    );
    if (!page.ok) return { ok: false, response: refusal(page.refusal) };
    // What only resembles the search wasn't asked for.
    if (page.value.similar) return parsed([]);
    if ((page.value.count ?? 0) > maxFiltered) return refused("malformed", say("this-list-has-count-records-a-batch", { count: page.value.count, maxFiltered }), "filter");
    ids.push(...page.value.records.map((record) => record.id));
    after = page.value.next;
  } while (after !== null);
  return parsed(ids);
}
