/** A list's tools and its first page of records, as the front end shows them at any width of the page. */
import type { EntityData, ListData, ScreenData } from "@nonet/screens";
import { filterableColumns, groupChoices } from "../list/state/list-columns.ts";
import { named } from "../texts/names.ts";
import { midSentence, t } from "../texts/texts.ts";
import { around, bdi, icon } from "./html.ts";
import { buttonHtml, headingHtml } from "./heading-html.ts";
import type { Painted, Row } from "./paint-data.ts";
import { tableHtml } from "./table-html.ts";

export function listHtml(painted: Painted, screen: ScreenData, list: ListData, rows: readonly Row[] | null): string {
  const { product } = painted;
  const entity = product.entities.find(({ name }) => name === list.entity);
  if (!entity) return "";
  // Rows are read only where the address asks for no search and no filter.
  const isBare = rows?.length === 0;
  const buttons =
    around("span", { class: isBare ? "fp-buttons" : "fp-wide fp-buttons" }, ...menusOf(list, isBare)) +
    offersOf(list) +
    (list.mayCreate ? buttonHtml(t("new"), { look: list.quietNew ? "default" : "filled", icon: "plus" }) : "");
  const heading = headingHtml({ product, screen, title: named(screen.name), buttons });
  return heading + (isBare ? "" : toolsHtml(painted, list, entity)) + (rows === null ? "" : tableHtml({ product, list, entity, rows, label: named(screen.name) }));
}

const menusOf = (list: ListData, isBare: boolean): readonly string[] => [
  ...(isBare ? [] : [buttonHtml(t("views"), { icon: "bookmark" }), buttonHtml(t("columns"), { icon: "columns-3" })]),
  ...(list.import.length > 0 ? [buttonHtml(t("import"), { icon: "upload" })] : []),
  ...(list.export.length > 0 && !isBare ? [buttonHtml(t("export"), { icon: "download" })] : []),
];

const offersOf = (list: ListData): string => list.offers.map(({ action }) => buttonHtml(named(action))).join("");

function toolsHtml({ product }: Painted, list: ListData, entity: EntityData): string {
  const filterable = filterableColumns(list, entity, product.entities);
  const shown = filterable.filter(({ key }) => list.filters.some((one) => one.key === key));
  const wide = [
    ...shown.map(({ label }) => buttonHtml(label, { look: "plain", opens: true })),
    ...(shown.length < filterable.length ? [buttonHtml(t("add-filter"), { look: "subtle", icon: "filter-plus" })] : []),
    ...(groupChoices(list, entity).length > 0 ? [buttonHtml(t("group"), { look: "plain", icon: "layout-rows" })] : []),
    // Where the table has no room for all of its columns.
    around("span", { class: "fp-button fp-plain fp-sort fp-narrowed", "aria-hidden": "true" }, bdi(t("sort-default-order"))),
  ];
  const search = around("span", { class: "fp-search", "aria-hidden": "true" }, icon("search", 16), bdi(t("search-plural", { plural: midSentence(entity.plural) })));
  const narrow = around("span", { class: "fp-narrow" }, buttonHtml(t("filters"), { icon: "filter" }));
  return around("div", { class: "fp-tools" }, list.searchable ? search : "", around("span", { class: "fp-wide" }, ...wide), narrow);
}
