/** A public screen as HTML, in the frame of a website, as visitors see it before the front end's scripts have run. */
import { escaped } from "@nonet/api";
import type { ListData, ProductData, ScreenData } from "@nonet/screens";
import { withBase } from "../addresses/base.ts";
import { filterableColumns } from "../list/state/list-columns.ts";
import { emptyHint, emptyTitle } from "../list/table/empty-texts.ts";
import { productShades } from "../shell/shades.ts";
import { formNameOf, newRecordText } from "../texts/new-record-text.ts";
import { named, takeWords } from "../texts/names.ts";
import { midSentence, t } from "../texts/texts.ts";
import { cardsHtml } from "./cards-html.ts";
import { buttonHtml, headingHtml } from "./heading-html.ts";
import { around, bdi, icon, texted } from "./html.ts";
import { pageHtml } from "./page-html.ts";
import type { PaintedElement, Row } from "./paint-data.ts";
import { proseHtml } from "./prose-html.ts";
import { speak } from "./speak.ts";

export type PublicContent =
  | { readonly kind: "list"; readonly rows: readonly Row[]; readonly isMore: boolean }
  | { readonly kind: "record"; readonly row: Row; readonly title: string }
  | { readonly kind: "page"; readonly elements: readonly PaintedElement[] }
  /** Only the front end draws what the screen shows. */
  | null;

interface PublicScreen {
  readonly product: ProductData;
  readonly path: string;
  readonly screen: ScreenData;
  readonly content: PublicContent;
}

export function siteHtml(shown: PublicScreen): string {
  const { product } = shown;
  // Nothing in between waits for anything, so that texts and words are those of this visitor.
  takeWords(product);
  speak(product.language);
  const shades = productShades(product.colour).map((shade, i) => `--mantine-color-product-${i}:${shade}`);
  const main = around("div", { class: "site-main" }, around("main", { class: "site-width site-content" }, contentHtml(shown)), footerHtml(product));
  return around("div", { id: "first-paint", class: "office site", style: shades.join(";") }, headerHtml(shown), main);
}

/** Whether nothing is missing that the front end would show: then its scripts can wait until somebody does something. */
export function isComplete({ product, screen, content }: PublicScreen): boolean {
  // Everybody in a rehearsal works with its bar, which needs the scripts.
  if (product.rehearsal || content === null) return false;
  const { body } = screen;
  return body.kind === "list" || (body.kind === "page" && body.elements.every(({ kind }) => kind !== "chart" && kind !== "form"));
}

const nameOf = (product: ProductData): string => named(product.name || product.title);

function headerHtml({ product, path }: PublicScreen): string {
  const logo = product.logo === null ? "" : `<img class="fp-logo" alt="" height="30" src="${escaped(withBase(product.logo))}" />`;
  const home = around("a", { class: "site-name", href: "/" }, logo, texted("span", { class: "fp-name product-name", dir: "auto" }, nameOf(product)));
  const links = product.menu.map(({ route, label }) => around("a", { href: route, "aria-current": route === path ? "page" : undefined }, bdi(label)));
  const tools = around(
    "div",
    { class: "fp-site-tools" },
    around("nav", { class: "site-menu", "aria-label": t("menu") }, ...links),
    toolHtml(t("switch-to-dark-mode"), "fp-in-light", icon("moon", 19)),
    toolHtml(t("switch-to-light-mode"), "fp-in-dark", icon("sun", 19)),
    around("a", { class: "site-sign-in", href: "/sign-in" }, escaped(t("sign-in"))),
    around("span", { class: "site-burger" }, toolHtml(t("open-menu"), "", icon("menu-2", 22))),
  );
  return around("header", { class: "fp-site-header" }, around("div", { class: "site-width fp-site-line" }, home, tools));
}

const toolHtml = (label: string, className: string, drawn: string): string =>
  around("span", { class: className }, around("button", { type: "button", class: "fp-tool", "aria-label": label }, drawn));

const footerHtml = (product: ProductData): string => around("footer", { class: "site-width site-footer" }, texted("span", { class: "dim fp-small", dir: "auto" }, nameOf(product)));

function contentHtml(shown: PublicScreen): string {
  const { product, screen, content } = shown;
  const { body } = screen;
  const prose = screen.prose === "" ? "" : around("div", { class: "prose" }, proseHtml(screen.prose));
  if (body.kind === "page") return pageHtml(product, screen, body.elements, content?.kind === "page" ? content.elements : []);
  if (body.kind === "list") return listHtml(shown, body.list, prose);
  if (body.kind === "record" && content?.kind === "record") {
    const columns = body.sections.flatMap(({ fields }) => fields).filter(({ control }) => control !== "list" && control !== "parts");
    return headingHtml({ product, screen, title: content.title }) + cardsHtml({ product, columns, entity: undefined, rows: [content.row], label: content.title });
  }
  return headingHtml({ product, screen, title: named(screen.name) }) + prose;
}

/** As in `site/card-list-screen.tsx`. */
const fewRows = 6;

function listHtml({ product, screen, content }: PublicScreen, list: ListData, prose: string): string {
  const entity = product.entities.find(({ name }) => name === list.entity);
  if (!entity) return "";
  const offers = list.offers.map(({ action }) => buttonHtml(named(action), { pressed: named(action) }));
  const form = formNameOf(product, list);
  const create = list.mayCreate ? buttonHtml(form ?? t("new"), { look: list.quietNew ? "default" : "filled", icon: "plus", pressed: form ?? newRecordText(entity) }) : "";
  const heading = headingHtml({ product, screen, title: named(screen.name), buttons: [...offers, create].join("") });
  if (content?.kind !== "list") return heading + prose;
  const { rows, isMore } = content;
  if (rows.length === 0) {
    const text = texted("p", { class: "fp-strong" }, emptyTitle(list, entity)) + texted("p", { class: "dim fp-small" }, emptyHint(list, entity));
    return heading + prose + around("div", { class: "card fp-none" }, text);
  }
  const filters = filterableColumns(list, entity, product.entities).filter(({ key }) => list.filters.some((one) => one.key === key));
  const label = t("search-plural", { plural: midSentence(entity.plural) });
  const search = `<input class="fp-search" type="search" name="search" aria-label="${escaped(label)}" placeholder="${escaped(label)}" />`;
  const tools = around(
    "form",
    { class: "fp-tools", role: "search" },
    list.searchable ? around("span", { class: "fp-search-box" }, icon("search", 16), search) : "",
    ...filters.map(({ label: column }) => buttonHtml(column, { look: "plain", opens: true, pressed: t("filter-by-column-value", { column, value: "" }) })),
  );
  const cards = cardsHtml({ product, columns: list.columns, entity, rows, label: named(screen.name) });
  const next = around("p", { class: "fp-next" }, around("a", { class: "fp-tool", href: "?page=2", "aria-label": t("next-page") }, icon("chevron-right", 16, "flips")));
  return heading + prose + (isMore || rows.length > fewRows ? tools : "") + cards + (isMore ? next : "");
}
