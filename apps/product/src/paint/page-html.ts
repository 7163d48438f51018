/** The elements of a public page as HTML: its prose, pictures, numbers and lists, and a link to each form's own screen. */
import { escaped } from "@nonet/api";
import { type PageBlock, type PageElementData, pagePartsOf, pictureSources, pictureWidths, type ProductData, type ScreenData } from "@nonet/screens";
import { named } from "../texts/names.ts";
import { cardsHtml } from "./cards-html.ts";
import { headingHtml } from "./heading-html.ts";
import { around, texted } from "./html.ts";
import { midSentence, t } from "../texts/texts.ts";
import type { PaintedElement } from "./paint-data.ts";
import { inlineHtml, proseHtml } from "./prose-html.ts";

type Of<K extends PageElementData["kind"]> = Extract<PageElementData, { readonly kind: K }>;

/** In the front end's order and classes, so that little moves when it takes over. */
export function pageHtml(product: ProductData, screen: ScreenData, elements: readonly PageElementData[], values: readonly PaintedElement[]): string {
  const title = headingHtml({ product, screen, title: named(screen.name) });
  const { hero, blocks } = pagePartsOf(elements);
  const lead = hero && hero.lead !== "" ? `<div class="page-lead" dir="auto">${inlineHtml(hero.lead)}</div>` : "";
  const begin = hero ? `<div class="page-hero"><div>${title}${lead}</div>${pictureHtml(hero.picture, pictureWidths.hero)}</div>` : title;
  return `${begin}<div class="page-flow">${blocks.map((block) => blockHtml(product, block, values)).join("")}</div>`;
}

function blockHtml(product: ProductData, block: PageBlock, values: readonly PaintedElement[]): string {
  if (block.kind === "prose") return `<div class="prose">${proseHtml(block.text)}</div>`;
  if (block.kind === "pictures") {
    const width = block.pictures.length === 1 ? pictureWidths.alone : pictureWidths.inRow;
    return `<div class="page-pictures">${block.pictures.map((picture) => pictureHtml(picture, width)).join("")}</div>`;
  }
  if (block.kind === "numbers") {
    const numbers = block.numbers.map((number) => numberHtml(product, number, values[number.index])).join("");
    return numbers === "" ? "" : `<div class="dashboard-numbers">${numbers}</div>`;
  }
  if (block.kind === "form") return formHtml(product, block);
  const value = values[block.index];
  // A chart is drawn by the front end.
  if (block.kind === "chart" || value?.kind !== "list" || value.why !== undefined) return "";
  const entity = product.entities.find((one) => one.name === block.list.entity);
  if (value.items.length === 0) {
    const text = block.list.empty ?? t("no-plural-here-right-now", { plural: midSentence(entity?.plural ?? "") });
    return section(block.title, around("div", { class: "card fp-part-none" }, texted("p", { class: "dim fp-small" }, text)));
  }
  return section(block.title, cardsHtml({ product, columns: block.list.columns, entity, rows: value.items, label: block.title, heading: "h3" }));
}

const section = (title: string, content: string): string => `<section>${texted("h2", {}, title)}${content}</section>`;

/** With the same sources as in the front end, so that the picture is loaded once. */
function pictureHtml({ address, title }: Of<"picture">, width: number): string {
  const { src, srcSet, sizes } = pictureSources(address, width);
  const sources = srcSet === null || sizes === null ? "" : ` srcset="${escaped(srcSet)}" sizes="${escaped(sizes)}"`;
  return `<img class="page-picture" alt="${escaped(title)}"${sources} src="${escaped(src)}" />`;
}

function formHtml(product: ProductData, { title, screen }: Of<"form">): string {
  const route = product.screens.find(({ name }) => name === screen)?.route;
  return route === undefined ? "" : section(title, `<p><a href="${escaped(route)}">${escaped(screen)}</a></p>`);
}

function numberHtml(product: ProductData, { title, currency }: Of<"number">, value: PaintedElement | undefined): string {
  if (value?.kind !== "number" || value.value === null || value.why !== undefined) return "";
  const style = currency === null ? {} : ({ style: "currency", currency } as const);
  return `<section class="card page-number">${texted("p", {}, title)}${texted("p", {}, new Intl.NumberFormat(product.language, style).format(Number(value.value)))}</section>`;
}
