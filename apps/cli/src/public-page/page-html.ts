/** The elements of a public page as HTML: its prose, pictures, numbers and lists, and a link to each form's own screen. */
import { escaped } from "@nonet/api";
import type { ShownValue } from "@nonet/engine";
import { type PageBlock, type PageElementData, pagePartsOf, pictureSources, pictureWidths, type ProductData } from "@nonet/screens";
import { proseHtml } from "./prose-html.ts";
import { element, listed } from "./site-html.ts";

type Of<K extends PageElementData["kind"]> = Extract<PageElementData, { readonly kind: K }>;

interface PageHtml {
  readonly begin: string;
  readonly content: string;
}

/** In the front end's order and classes, so that little moves when it takes over. */
export function pageHtml(product: ProductData, name: string, elements: readonly PageElementData[], values: readonly ShownValue[]): PageHtml {
  const title = element("h1", name);
  const { hero, blocks } = pagePartsOf(elements);
  const lead = hero && hero.lead !== "" ? `<div class="page-lead">${proseHtml(hero.lead)}</div>` : "";
  return {
    begin: hero ? `<div class="page-hero"><div>${title}${lead}</div>${pictureHtml(hero.picture, pictureWidths.hero)}</div>` : title,
    content: `<div class="page-flow">${blocks.map((block) => blockHtml(product, block, values)).join("")}</div>`,
  };
}

function blockHtml(product: ProductData, block: PageBlock, values: readonly ShownValue[]): string {
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
  return section(block.title, `<ul class="cards">${listed(value.items, block.list, entity, product, "h3")}</ul>`);
}

const section = (title: string, content: string): string => `<section>${element("h2", title)}${content}</section>`;

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

function numberHtml(product: ProductData, { title, currency }: Of<"number">, value: ShownValue | undefined): string {
  if (value?.kind !== "number" || value.value === null || value.why !== undefined) return "";
  const style = currency === null ? {} : ({ style: "currency", currency } as const);
  return `<section class="card page-number">${element("p", title)}${element("p", new Intl.NumberFormat(product.language, style).format(Number(value.value)))}</section>`;
}
