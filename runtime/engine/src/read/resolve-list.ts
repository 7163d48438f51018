/** A list request as the database takes it: each parameter is resolved once to typed expressions, or refused. */
import { type ListOptions, mayEver, misspeltWords, type Reader, system } from "@nonet/database";
import { type Entity, entityOf } from "@nonet/model";
import { readerOf } from "../change/actor-reader.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { ListRequest } from "../contract/reads.ts";
import { done, notFound, notSignedIn, problem, refuse } from "../refusals/refusal.ts";
import { listFilters } from "./parameters/filters.ts";
import { choiceRefusals } from "./parameters/choices.ts";
import { groupParameter } from "./parameters/group-parameter.ts";
import type { ListContext } from "./parameters/list-context.ts";
import { behindElement } from "./dashboard-element.ts";
import { isSimilarCursor, readCursor } from "./parameters/page-cursor.ts";
import { checkFields, searchablePaths, sortKeys } from "./parameters/readable-path.ts";
import { roleHolders } from "./parameters/role-holders.ts";
import { isRelative } from "./parameters/value-filters.ts";
import { whereCondition } from "./parameters/where-condition.ts";
import { listOfScreen, mostOf } from "./screen-list.ts";
import { say } from "@nonet/texts";

const maxLimit = 200;
const defaultLimit = 50;

export interface ResolvedList {
  readonly entity: Entity;
  readonly reader: Reader;
  /** Null where the reader may read no record of the entity at all. */
  readonly list: ListOptions | null;
  readonly context: ListContext;
}

export async function resolveList(running: Running, actor: Actor, request: ListRequest): Promise<Outcome<ResolvedList>> {
  const { product, database } = running;
  const entity = entityOf(product, request.entity);
  if (!entity) return notFound(request.entity);
  const reader = readerOf(actor);
  const needsToday = Object.keys(request.equals ?? {}).some(isRelative);
  const today = needsToday ? String((await database.row(system.today(product.about.timeZone)))?.["today"]) : "";
  const context: ListContext = { product, actor, reader, entity, today, errors: [] };
  if (!mayEver(product, reader, entity.name, "read")) return actor.kind === "anyone" ? notSignedIn() : done({ entity, reader, list: null, context });
  const list = resolved(context, request);
  return context.errors.length > 0 ? refuse("malformed", ...context.errors) : done({ entity, reader, list, context });
}

function resolved(context: ListContext, request: ListRequest): ListOptions {
  const { actor, entity } = context;
  const fromScreen = listOfScreen(context, request);
  const sort = sortKeys(context, request.sort);
  const group = groupParameter(context, request.group === ungrouped ? undefined : request.group, request.sort);
  if (request.after && request.offset) context.errors.push(problem("malformed", say("send-after-or-offset-not-both"), { field: "offset" }));
  const search = request.search ? { text: request.search, paths: fromScreen.search ?? searchablePaths(context) } : undefined;
  return {
    entity: entity.name,
    where: whereCondition(context, request.where),
    ...listFilters(context, request.equals),
    fields: checkFields(context, request.fields),
    holding: roleHolders(context, request.withRole),
    refusals: choiceRefusals(context, request.choiceFor),
    screenWhere: fromScreen.where,
    ...(request.dashboard || request.element ? behindElement(context, request) : {}),
    inList: fromScreen.inList,
    highlight: fromScreen.highlight,
    editable: fromScreen.editable,
    search: search && isSimilarCursor(request.after) ? similarSearch(search) : search,
    group,
    sort: [...(request.group === undefined ? fromScreen.groupBy : []), ...(sort.length > 0 ? sort : fromScreen.sort)],
    after: readCursor(context, request.after),
    skip: request.offset,
    limit: Math.min(maxLimit, mostOf(context.product, request) ?? maxLimit, Math.max(1, request.limit ?? defaultLimit)),
    variables: actor.kind === "person" ? { me: actor.id } : undefined,
  };
}

/** The value of `group` with which a screen's own groups are left out. */
const ungrouped = "-";

export const similarSearch = (search: NonNullable<ListOptions["search"]>): NonNullable<ListOptions["search"]> => ({ ...search, similar: misspeltWords(String(search.text)) });

/** The same list with records that resemble what is searched for; null where nothing can be misspelt. */
export function withSimilar(list: ListOptions): ListOptions | null {
  const search = list.search && !list.search.similar && !list.where && !list.after ? similarSearch(list.search) : null;
  return search?.similar?.includes(true) ? { ...list, search } : null;
}
