/** A page of a list: one query carries the reader's visibility inside it, and the page is cut from its rows as the JSON that the database wrote. */
import { boundedCountQuery, countQuery, largestBoundedCount, type ListOptions, listQuery, type Query, type Reader } from "@nonet/database";
import { entityOf } from "@nonet/model";
import type { Row } from "../connection/contract.ts";
import { dataErrorText, isDataError } from "../connection/errors.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { ListRequest, ListSender, Page } from "../contract/reads.ts";
import { done, problem, refuse } from "../refusals/refusal.ts";
import { readWithinBudget } from "./budget/condition-budget.ts";
import { writeCursor, wrongCursor } from "./parameters/page-cursor.ts";
import { resolveList, withSimilar } from "./resolve-list.ts";
import { mostOf } from "./screen-list.ts";
import { isPlainCondition } from "./budget/plain-condition.ts";

export async function listRecords(running: Running, actor: Actor, request: ListRequest, sender: ListSender = {}): Promise<Outcome<Page>> {
  const resolved = await resolveList(running, actor, request);
  if (!resolved.ok) return resolved;
  const { reader, list } = resolved.value;
  if (list === null) return done({ records: [], next: null, count: request.count ? 0 : null });
  const reading: Reading = { running, reader, counting: request.count, sender: { ...sender, client: actor.kind === "person" ? actor.id : (sender.client ?? "anyone") } };
  const page = await readPage(reading, list);
  const similar = page.ok && (await isEmpty(reading, list, page.value)) ? withSimilar(list) : null;
  const other = similar ? await readPage(reading, similar) : null;
  const shown = other?.ok && other.value.records.length > 0 ? other : page;
  const most = mostOf(running.product, request);
  return shown.ok && most !== null ? done(cutAt(most, request.offset ?? 0, shown.value)) : shown;
}

/** A list of at most so many records has one page, and nothing behind it. */
function cutAt(most: number, offset: number, { atLeast, ...page }: Page): Page {
  const records = page.records.slice(0, Math.max(0, most - offset));
  const cut = { ...page, records, next: null };
  if (page.count === null) return cut;
  return page.count >= most ? { ...cut, count: most } : { ...cut, ...(atLeast ? { atLeast } : {}) };
}

interface Reading {
  readonly running: Running;
  readonly reader: Reader;
  readonly counting: ListRequest["count"];
  readonly sender: ListSender & { readonly client: string };
}

/** Whether the whole list is empty, not only the page. */
async function isEmpty({ running, reader }: Reading, list: ListOptions, page: Page): Promise<boolean> {
  if (page.records.length > 0 || !list.search) return false;
  if (!list.skip || page.count !== null) return !list.skip || page.count === 0;
  return countOf(await running.database.rows(countQuery(running.product, reader, list))) === 0;
}

async function readPage({ running, reader, counting, sender }: Reading, list: ListOptions): Promise<Outcome<Page>> {
  const { product, database } = running;
  // One row more than the page says whether there is a next page.
  const page: Query = { ...listQuery(product, reader, { ...list, limit: list.limit + 1 }), asText: true };
  const count = counting && (counting === "bounded" ? boundedCountQuery : countQuery)(product, reader, list);
  const queries = count ? [count, page] : [page];
  try {
    // A condition written by the requester has a budget.
    const read = list.where ? await readWithinBudget(running, queries, { ...sender, isPlain: isPlainCondition(entityOf(product, list.entity)!, list.where) }) : null;
    if (read && !read.ok) return read;
    const results = read ? read.value : await Promise.all(queries.map((query) => database.rows(query)));
    return done(pageOf(results.at(-1)!, list, count ? counted(countOf(results[0]!), counting) : { count: null }));
  } catch (error) {
    if (!isDataError(error)) throw error;
    if (list.where) return refuse("malformed", problem("invalid-condition", `The database can't evaluate this condition. ${dataErrorText(error)}`, { field: "where" }));
    // Only the database notices that a cursor holds keys of other types: the cursor is another list's.
    if (list.after) return refuse("malformed", wrongCursor());
    throw error;
  }
}

const countOf = (rows: readonly Row[]): number => Number(rows[0]?.["count"] ?? 0);

type Counted = Pick<Page, "count" | "atLeast">;

const counted = (count: number, counting: ListRequest["count"]): Counted =>
  counting === "bounded" && count > largestBoundedCount ? { count: largestBoundedCount, atLeast: true } : { count };

function pageOf(rows: readonly Row[], { limit, search }: ListOptions, count: Counted): Page {
  const page = rows.slice(0, limit);
  const isSimilar = search?.similar !== undefined;
  return {
    records: page.map((row) => ({ id: row["id"], version: row["version"], json: row["record"] })),
    next: rows.length > limit ? writeCursor(page.at(-1)!["keys"], isSimilar) : null,
    ...count,
    ...(isSimilar ? { similar: true } : {}),
  };
}
