/** What is around every screen of the office: the header, the menu, and the strip of a rehearsal. */
import { sizedLogo } from "./logo-html.ts";
import { type MenuEntry, menuGroups } from "../shell/menu-groups.ts";
import { named } from "../texts/names.ts";
import { t } from "../texts/texts.ts";
import { around, bdi, icon, texted } from "./html.ts";
import type { IconName } from "./icon-shapes.ts";
import type { Painted } from "./paint-data.ts";

/** As in `navigation/screen-icon.tsx`. */
const iconOfKind: Readonly<Record<MenuEntry["kind"], IconName>> = {
  list: "table",
  board: "layout-kanban",
  calendar: "calendar-event",
  timeline: "timeline-event",
  tree: "binary-tree-2",
  record: "id",
  form: "plus",
  "call form": "plus",
  dashboard: "layout-dashboard",
  report: "report-analytics",
  page: "file-description",
  open: "file-description",
};

/** The outline of a person, in the measures of the picture that takes its place. */
const face = `<svg viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true"><circle cx="12" cy="12" r="9.8"/><circle cx="12" cy="10.4" r="3"/><path d="M6.2 19.6a7 7 0 0 1 11.6 0"/></svg>`;

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
    product.entities.some(({ comments }) => comments) ? around("span", { class: "fp-tool" }, icon("bell", 20)) : "",
    around("span", { class: "palette-button fp-palette", "aria-hidden": "true" }, icon("search", 16), texted("span", {}, t("search-2")), `<kbd>Ctrl K</kbd>`),
    around("span", { class: "fp-tool fp-scheme" }, icon("moon", 19, "fp-in-light"), icon("sun", 19, "fp-in-dark")),
    around("span", { class: "fp-person" }, around("span", { class: "fp-face" }, face), texted("span", { class: "fp-who fp-small", dir: "auto" }, me.name || me.email)),
  );
  const line = around("div", { class: "fp-line" }, around("div", { class: "fp-start" }, `<span class="fp-burger"></span>`, home), tools);
  return around("header", { class: "fp-header" }, product.rehearsal ? rehearsalHtml(me) : "", line);
}

function rehearsalHtml({ name, email }: Painted["me"]): string {
  const title = texted("span", { class: "fp-bar-title" }, t("rehearsal"));
  return around("div", { class: "fp-bar" }, title, around("span", { class: "fp-choice", "aria-hidden": "true" }, bdi(name || email)));
}

export function menuHtml({ product, me, path }: Painted): string {
  const entry = (to: string, label: string, name: IconName): string =>
    around("a", { href: to, class: path === to ? "fp-entry fp-current" : "fp-entry", "aria-current": path === to ? "page" : undefined }, icon(name, 18), bdi(label));
  const groups = menuGroups(product).map(({ title, entries }) =>
    around(
      "div",
      { class: "fp-group" },
      title === null ? "" : texted("p", { class: "fp-group-title" }, title),
      ...entries.map(({ route, label, kind }) => entry(route, label, iconOfKind[kind])),
    ),
  );
  const own = [
    ...(me.owner
      ? [entry("/people", t("people"), "users"), entry("/security-log", t("security-log"), "shield-check"), entry("/failed-calls", t("failed-calls"), "mail-exclamation")]
      : []),
    ...(me.owner || product.rehearsal ? [around("a", { href: "/-/studio", class: "fp-entry fp-studio" }, icon("edit", 18), bdi(t("studio")))] : []),
    entry("/document", t("document"), "file-text"),
    around(
      "span",
      { class: "menu-fold", "aria-hidden": "true" },
      icon("layout-sidebar-left-collapse", 18, "flips fp-wide-menu"),
      icon("layout-sidebar-left-expand", 18, "flips fp-folded-menu"),
      texted("span", {}, t("collapse-menu")),
    ),
  ];
  return around("nav", { class: "fp-menu", "aria-label": t("menu") }, around("div", { class: "fp-entries" }, ...groups), around("div", { class: "fp-own" }, ...own));
}
