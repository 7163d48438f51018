/**
 * A list request from its parameters to a page: each parameter is resolved once to typed expressions or refused, one
 * query carries the reader's visibility inside it, and the page is cut from its rows as the JSON that the database wrote.
 */
import { countQuery, type ListOptions, listQuery, mayEver, type Query } from "@nonet/database";
import { entityOf } from "@nonet/model";
import { readerOf } from "../change/actor-reader.ts";
import type { Row } from "../connection/contract.ts";
import { dataErrorText, isDataError } from "../connection/errors.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { ListRequest, ListSender, Page } from "../contract/reads.ts";
import { done, notFound, notSignedIn, problem, refuse } from "../refusals/refusal.ts";
import { readWithinBudget } from "./condition-budget.ts";
import { listFilters } from "./parameters/filters.ts";
import type { ListContext } from "./parameters/list-context.ts";
import { readCursor, writeCursor, wrongCursor } from "./parameters/page-cursor.ts";
import { checkFields, searchablePaths, sortKeys } from "./parameters/readable-path.ts";
import { isPlainCondition } from "./plain-condition.ts";
import { roleHolders } from "./parameters/role-holders.ts";
import { listOfScreen } from "./screen-list.ts";
import { whereCondition } from "./parameters/where-condition.ts";

const maxLimit = 200;
const defaultLimit = 50;

export async function listRecords(running: Running, actor: Actor, request: ListRequest, sender: ListSender = {}): Promise<Outcome<Page>> {
  const { product, database } = running;
  const entity = entityOf(product, request.entity);
  if (!entity) return notFound(request.entity);
  const reader = readerOf(actor);
  if (!mayEver(product, reader, entity.name, "read")) return actor.kind === "anyone" ? notSignedIn() : done({ records: [], next: null, count: request.count ? 0 : null });

  const context: ListContext = { product, actor, reader, entity, errors: [] };
  const list = resolve(context, request);
  if (context.errors.length > 0) return refuse("malformed", ...context.errors);

  // One row more than the page says whether there is a next page.
  const page: Query = { ...listQuery(product, reader, { ...list, limit: list.limit + 1 }), asText: true };
  const queries = request.count ? [countQuery(product, reader, list), page] : [page];
  try {
    // A condition written by the requester has a budget.
    const read = list.where
      ? await readWithinBudget(running, queries, {
          ...sender,
          client: actor.kind === "person" ? actor.id : (sender.client ?? "anyone"),
          isPlain: isPlainCondition(entity, list.where),
        })
      : null;
    if (read && !read.ok) return read;
    const results = read ? read.value : await Promise.all(queries.map((query) => database.rows(query)));
    return done(pageOf(results.at(-1)!, list.limit, request.count ? results[0]! : null));
  } catch (error) {
    if (!isDataError(error)) throw error;
    if (list.where) return refuse("malformed", problem("invalid-condition", `The database can't evaluate this condition. ${dataErrorText(error)}`, { field: "where" }));
    // Only the database notices that a cursor holds keys of other types: the cursor is another list's.
    if (list.after) return refuse("malformed", wrongCursor());
    throw error;
  }
}

/** The request as the database takes it; what can't be resolved is added to the context's errors. */
function resolve(context: ListContext, request: ListRequest): ListOptions {
  const { actor, entity } = context;
  const fromScreen = listOfScreen(context, request);
  const sort = sortKeys(context, request.sort);
  return {
    entity: entity.name,
    where: whereCondition(context, request.where),
    ...listFilters(context, request.equals),
    fields: checkFields(context, request.fields),
    holding: roleHolders(context, request.withRole),
    screenWhere: fromScreen.where,
    inList: fromScreen.inList,
    highlight: fromScreen.highlight,
    search: request.search ? { text: request.search, paths: fromScreen.search ?? searchablePaths(context) } : undefined,
    sort: [...fromScreen.groupBy, ...(sort.length > 0 ? sort : fromScreen.sort)],
    after: readCursor(context, request.after),
    limit: Math.min(maxLimit, Math.max(1, request.limit ?? defaultLimit)),
    variables: actor.kind === "person" ? { me: actor.id } : undefined,
  };
}

function pageOf(rows: readonly Row[], limit: number, counted: readonly Row[] | null): Page {
  const page = rows.slice(0, limit);
  return {
    records: page.map((row) => ({ id: row["id"], version: row["version"], json: row["record"] })),
    next: rows.length > limit ? writeCursor(page.at(-1)!["keys"]) : null,
    count: counted && Number(counted[0]?.["count"] ?? 0),
  };
}
