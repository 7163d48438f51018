/** What a screen adds to a list request: its condition, order, groups, search and highlights, or one of a record screen's related lists. */
import { type ListOptions, mayEver, mayRead, notShownIn } from "@nonet/database";
import type { Expression } from "@nonet/feel";
import { camel, entityOf, type ListDetails, type ListElement, type Product, type Screen, isId } from "@nonet/model";
import type { ListRequest } from "../contract/reads.ts";
import { problem } from "../refusals/refusal.ts";
import type { ListContext } from "./parameters/list-context.ts";
import { isReadable } from "./parameters/readable-path.ts";
import { mayOpenScreen } from "./screen-access.ts";
import { say } from "@nonet/texts";

/** The kinds of screens on which a record is edited in its row, or moved. */
const offersEditing: ReadonlySet<string> = new Set(["list", "board", "calendar"]);

type Sort = NonNullable<ListOptions["sort"]>;

export interface ScreenList extends Pick<ListOptions, "inList" | "highlight" | "editable"> {
  readonly where: Expression | undefined;
  readonly groupBy: Sort;
  readonly sort: Sort;
  readonly search: readonly Expression[] | undefined;
}

export function listOfScreen(context: ListContext, request: ListRequest): ScreenList {
  const { product, actor, reader, entity, errors } = context;
  const screen = request.screen ? product.screens.find((s) => s.name === request.screen) : undefined;
  if (request.screen && (!screen || !mayOpenScreen(product, actor, screen)))
    errors.push(problem("unknown-screen", say("there-is-no-screen-screen", { screen: request.screen }), { field: "screen" }));
  const shows = screen && "where" in screen.shows && screen.shows.kind !== "report" && screen.shows.entity === entity.name ? screen.shows : null;
  const related = request.list === undefined ? null : relatedList(context, screen, request);
  const where = related ? related.where : shows?.where?.expression;
  const notShown = where ? notShownIn(product, where) : null;
  if (notShown) errors.push(problem("not-shown", say("this-needs-notshown-which-is-not-shown", { notShown })));
  const list = shows && "list" in shows ? shows.list : null;
  const searched = shows && "search" in shows ? shows.search : (list?.search ?? []);
  return {
    where,
    inList: related?.inList,
    groupBy: groupOf(context, list, request.sort),
    sort: (related ?? list)?.sort.map((s) => ({ expression: s.expression, descending: s.descending })) ?? [],
    search: searched.length > 0 ? searched.map((s) => s.expression) : undefined,
    editable: shows !== null && offersEditing.has(shows.kind) && mayEver(product, reader, entity.name, "update"),
    highlight: (shows?.kind === "board" && list?.highlight.length === 0 ? highlightOfList(context) : list?.highlight)?.map((h) => ({ colour: h.colour, when: h.when.expression })),
  };
}

/** Default 250: that of the first list of these records which the reader may open and which has one. */
function highlightOfList({ product, actor, entity }: ListContext): ListDetails["highlight"] {
  const lists = product.screens.flatMap((screen) =>
    screen.shows.kind === "list" && screen.shows.entity === entity.name && mayOpenScreen(product, actor, screen) ? [screen.shows.list] : [],
  );
  return lists.find(({ highlight }) => highlight.length > 0)?.highlight ?? [];
}

const listNamed = ({ lists }: Extract<Screen["shows"], { kind: "record" }>, request: ListRequest): ListElement | undefined =>
  lists.find((one) => one.title === request.list && one.entity === request.entity && one.field !== null);

/** The most records that the requested list has; null for any number. */
export function mostOf({ screens }: Product, request: ListRequest): number | null {
  const shows = request.list === undefined ? undefined : screens.find(({ name }) => name === request.screen)?.shows;
  return shows?.kind === "record" ? (listNamed(shows, request)?.most ?? null) : null;
}

/** A record screen names its related lists by title; the reader must be able to read the field that holds the list. */
function relatedList(
  { product, reader, errors }: ListContext,
  screen: Screen | undefined,
  request: ListRequest,
): (Pick<ScreenList, "inList" | "where"> & Pick<ListElement, "sort">) | null {
  const shows = screen?.shows.kind === "record" ? screen.shows : undefined;
  const found = shows && listNamed(shows, request);
  const owner = shows && entityOf(product, shows.entity);
  if (!shows || !found || !owner || !isId(request.of) || mayRead(product, reader, owner.name, found.field!) === "never") {
    errors.push(problem("unknown-list", say("there-is-no-such-list-here"), { field: "list" }));
    return null;
  }
  return { inList: { entity: shows.entity, id: request.of, field: found.field! }, where: found.where?.expression, sort: found.sort };
}

/** Groups come before any other order; a field that the reader may never read groups nothing. Sorting by the group's own field turns the groups around. */
function groupOf({ product, reader }: ListContext, list: ListDetails | null, sort: ListRequest["sort"]): Sort {
  if (!list?.groupBy || !isReadable(product, reader, list.groupBy.expression)) return [];
  const key = list.groupBy.path.map(camel).join(".");
  return [{ expression: list.groupBy.expression, descending: sort?.[0] === `-${key}` }];
}
