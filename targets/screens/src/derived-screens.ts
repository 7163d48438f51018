/**
 * Screens that the document doesn't define. If point 2 is open: a list, a record page and a form for each entity
 * (default 4). Otherwise: a plain record page for each entity that is listed or referred to but has no page.
 */
import type { Entity, Product, Screen } from "@nonet/model";
import type { Visibility } from "./visibility.ts";

const group = "Not specified";

export function derivedScreens(product: Product, visibility: Visibility): Screen[] {
  const open = product.points.find((p) => p.number === 2)?.state !== "written";
  return product.entities
    .filter((e) => e.partOf === null && visibility.may("read", e) && (!e.builtIn || !open))
    .flatMap((e) => [...(open && !hasList(product, e) ? [listScreen(e)] : []), ...(hasPage(product, visibility, e) ? [] : [pageScreen(e)])]);
}

const hasList = (product: Product, entity: Entity) => product.screens.some((s) => s.shows.kind === "list" && s.shows.entity === entity.name);
const hasPage = (product: Product, visibility: Visibility, entity: Entity) =>
  product.screens.some((s) => s.shows.kind === "record" && s.shows.entity === entity.name && s.shows.parameter !== null && visibility.mayOpen(s));

const listScreen = (entity: Entity): Screen => ({
  name: entity.plural,
  route: `/records/${entity.path}`,
  shows: {
    kind: "list",
    entity: entity.name,
    where: null,
    list: { columns: null, search: [], filters: [], sort: [], groupBy: null, pageSize: null, actions: null, offers: [], highlight: [], empty: null, export: [], import: [] },
  },
  for: ["everyone"],
  menu: group,
  prose: entity.prose,
  derived: true,
  source: entity.source,
});

const pageScreen = (entity: Entity): Screen => ({
  name: entity.name,
  route: `/records/${entity.path}/:id`,
  shows: { kind: "record", entity: entity.name, parameter: "id", title: null, sections: [], lists: [], actions: null, offers: [], showWhen: [] },
  for: ["everyone"],
  menu: false,
  prose: "",
  derived: true,
  source: entity.source,
});
