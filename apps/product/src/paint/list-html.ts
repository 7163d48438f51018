/** A list's tools and its first page of records, as the front end shows them at any width of the page. */
import type { EntityData, ListData, ScreenData } from "@nonet/screens";
import { filterableColumns, groupChoices } from "../list/state/list-columns.ts";
import { named } from "../texts/names.ts";
import { midSentence, t } from "../texts/texts.ts";
import { around, bdi, iconSpace } from "./html.ts";
import { buttonHtml, headingHtml } from "./heading-html.ts";
import type { Painted, Row } from "./paint-data.ts";
import { tableHtml } from "./table-html.ts";

export function listHtml(painted: Painted, screen: ScreenData, list: ListData, rows: readonly Row[] | null): string {
  const { product } = painted;
  const entity = product.entities.find(({ name }) => name === list.entity);
  if (!entity) return "";
  const buttons = around("span", { class: "fp-wide fp-buttons" }, ...menusOf(list)) + offersOf(list) + (list.mayCreate ? buttonHtml(t("new"), { look: "filled" }) : "");
  const heading = headingHtml({ product, screen, title: named(screen.name), buttons });
  return heading + toolsHtml(painted, list, entity) + (rows === null ? "" : tableHtml({ product, list, entity, rows, label: named(screen.name) }));
}

const menusOf = (list: ListData): readonly string[] => [
  buttonHtml(t("views")),
  buttonHtml(t("columns")),
  ...(list.import.length > 0 ? [buttonHtml(t("import"))] : []),
  ...(list.export.length > 0 ? [buttonHtml(t("export"))] : []),
];

const offersOf = (list: ListData): string => list.offers.map(({ action }) => buttonHtml(named(action), { icon: 0 })).join("");

function toolsHtml({ product }: Painted, list: ListData, entity: EntityData): string {
  const filterable = filterableColumns(list, entity, product.entities);
  const shown = filterable.filter(({ key }) => list.filters.some((one) => one.key === key));
  const wide = [
    ...shown.map(({ label }) => buttonHtml(label, { look: "plain", icon: -14 })),
    ...(shown.length < filterable.length ? [buttonHtml(t("add-filter"), { look: "subtle" })] : []),
    ...(groupChoices(list, entity).length > 0 ? [buttonHtml(t("group"), { look: "plain" })] : []),
    // Where the table has no room for all of its columns.
    around("span", { class: "fp-button fp-plain fp-sort fp-narrowed", "aria-hidden": "true" }, bdi(t("sort-default-order"))),
  ];
  const search = around("span", { class: "fp-search", "aria-hidden": "true" }, iconSpace(16), bdi(t("search-plural", { plural: midSentence(entity.plural) })));
  const narrow = around("span", { class: "fp-narrow" }, buttonHtml(t("filters")));
  return around("div", { class: "fp-tools" }, list.searchable ? search : "", around("span", { class: "fp-wide" }, ...wide), narrow);
}
