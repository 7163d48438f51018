/** What is around every screen of the office: the header, the menu, and the strip of a rehearsal. */
import { sizedLogo } from "./logo-html.ts";
import { menuGroups } from "../shell/menu-groups.ts";
import { named } from "../texts/names.ts";
import { t } from "../texts/texts.ts";
import { around, bdi, iconSpace, texted } from "./html.ts";
import type { Painted } from "./paint-data.ts";

export function headerHtml({ product, me }: Painted): string {
  const home = around(
    "a",
    { class: "fp-home", href: "/" },
    sizedLogo(product),
    texted("span", { class: "fp-name product-name", dir: "auto" }, named(product.name || product.title)),
  );
  const tools = around(
    "div",
    { class: "fp-header-tools" },
    around("span", { class: "palette-button fp-palette", "aria-hidden": "true" }, iconSpace(16), texted("span", {}, t("search-2")), `<kbd>Ctrl K</kbd>`),
    around("span", { class: "fp-scheme" }),
    around("span", { class: "fp-person" }, `<span class="fp-face"></span>`, texted("span", { class: "fp-who fp-small", dir: "auto" }, me.name || me.email)),
  );
  const line = around("div", { class: "fp-line" }, around("div", { class: "fp-start" }, `<span class="fp-burger"></span>`, home), tools);
  return around("header", { class: "fp-header" }, product.rehearsal ? rehearsalHtml(me) : "", line);
}

function rehearsalHtml({ name, email }: Painted["me"]): string {
  const title = texted("span", { class: "fp-bar-title" }, t("rehearsal"));
  return around("div", { class: "fp-bar" }, title, around("span", { class: "fp-choice", "aria-hidden": "true" }, bdi(name || email)));
}

export function menuHtml({ product, me, path }: Painted): string {
  const entry = (to: string, label: string): string =>
    around("a", { href: to, class: path === to ? "fp-entry fp-current" : "fp-entry", "aria-current": path === to ? "page" : undefined }, iconSpace(18), bdi(label));
  const groups = menuGroups(product).map(({ title, entries }) =>
    around("div", { class: "fp-group" }, title === null ? "" : texted("p", { class: "fp-group-title" }, title), ...entries.map(({ route, label }) => entry(route, label))),
  );
  const own = [
    ...(me.owner ? [entry("/people", t("people")), entry("/security-log", t("security-log")), entry("/failed-calls", t("failed-calls"))] : []),
    ...(me.owner || product.rehearsal ? [around("a", { href: "/-/studio", class: "fp-entry fp-studio" }, iconSpace(18), bdi(t("studio")))] : []),
    entry("/document", t("document")),
    around("span", { class: "menu-fold", "aria-hidden": "true" }, iconSpace(18), texted("span", {}, t("collapse-menu"))),
  ];
  return around("nav", { class: "fp-menu", "aria-label": t("menu") }, around("div", { class: "fp-entries" }, ...groups), around("div", { class: "fp-own" }, ...own));
}
