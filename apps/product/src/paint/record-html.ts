/** A record's title, its states and the facts of its first sections. */
import type { EntityData, FieldData, ProductData, ScreenData } from "@nonet/screens";
import { datedName, datedTitle } from "../format/dated-name.ts";
import { recordName } from "../format/record-name.ts";
import { emptyFields, mostNamed, shownFields } from "../record/empty-fields.ts";
import { isUnbroken, isWide } from "../record/fact-width.ts";
import { isInHeading } from "../record/title-field.ts";
import { named } from "../texts/names.ts";
import { t } from "../texts/texts.ts";
import { headingHtml } from "./heading-html.ts";
import { around, texted } from "./html.ts";
import type { Painted, PaintedContent, Row } from "./paint-data.ts";
import { stateHtml, valueHtml } from "./value-html.ts";

type Body = Extract<ScreenData["body"], { readonly kind: "record" }>;
type Content = Extract<PaintedContent, { readonly kind: "record" }>;

export function recordHtml({ product, me }: Painted, screen: ScreenData, body: Body, { row, shownAs, title: ownTitle, hidden }: Content): string {
  const entity = product.entities.find(({ name }) => name === body.entity);
  if (!entity) return "";
  const isNamed = shownAs !== null && shownAs !== "" && shownAs !== row.id;
  const name = datedName(isNamed ? shownAs : recordName(row, entity.titleKey, entity.name, product), entity, product);
  const title = ownTitle === null ? name : datedTitle(ownTitle, body, product);
  const badges = ["state", ...entity.stateKeys].map((key) => (typeof row[key] === "string" ? stateHtml(row[key], entity.colours) : "")).join("");
  // The buttons are the front end's; on a telephone they have a row of their own.
  const hasButtons = (body.actions ?? entity.actions).length > 0 || entity.mayUpdate;
  const heading = headingHtml({ product, screen, row, me: me.id, title, badges, buttons: hasButtons ? `<span class="fp-row"></span>` : "" });
  const sections = body.sections
    .filter(({ tab }) => !tab)
    .map((section) =>
      sectionHtml(
        product,
        section.title,
        section.fields.filter((field) => !hidden.includes(field.name) && !isInHeading(entity, field, row, title)),
        row,
      ),
    );
  return heading + tabsHtml(body, entity) + around("div", { class: "fp-stack" }, ...sections);
}

function tabsHtml({ sections }: Body, entity: EntityData): string {
  const tabs = sections.flatMap(({ tab, title }) => (tab ? [title ?? ""] : []));
  if (tabs.length === 0 && !entity.mayHistory) return "";
  const names = [named(entity.name), ...tabs, ...(entity.mayHistory ? [t("history")] : [])];
  return around("div", { class: "fp-tabs", "aria-hidden": "true" }, ...names.map((name, i) => texted("span", i === 0 ? { class: "fp-current" } : {}, name)));
}

function sectionHtml(product: ProductData, title: string | null, fields: readonly FieldData[], row: Row): string {
  const shown = shownFields(product, fields, row);
  if (shown.length === 0) return "";
  const empty = emptyFields(shown, row);
  const full = shown.filter((field) => !empty.includes(field));
  if (title !== null && full.length === 0)
    return around("section", { class: "card fp-section fp-nothing" }, texted("h2", {}, title), texted("p", { class: "dim fp-small" }, t("nothing-here-yet")));
  const pictures = full.filter(({ control }) => control === "image" || control === "images");
  const facts = full.filter((field) => !pictures.includes(field));
  const grid = around("dl", { class: pictures.length > 0 ? "fp-facts" : "fp-facts fp-three" }, ...facts.map((field) => factHtml(product, field, row)));
  const beside = pictures.length === 0 ? grid : around("div", { class: "beside-pictures" }, around("dl", {}, ...pictures.map((field) => factHtml(product, field, row))), grid);
  return around(
    "section",
    { class: "card fp-section" },
    title === null ? "" : texted("h2", {}, title),
    beside,
    empty.length === 0 ? "" : texted("p", { class: full.length > 0 ? "dim fp-small fp-below" : "dim fp-small" }, emptyText(empty.map(({ label }) => label))),
  );
}

/** As the text of a page that is drawn; a longer list opens there only. */
const emptyText = (labels: readonly string[]): string =>
  labels.length <= mostNamed ? t("empty-empty", { empty: labels.join(", ") }) : t("count-empty-fields", { count: labels.length });

function factHtml(product: ProductData, field: FieldData, row: Row): string {
  const value = row[field.key];
  const shape = isUnbroken(field, value) ? "unbroken-fact" : undefined;
  const style = isWide(field) ? "grid-column:1/-1" : "min-width:0";
  return around("div", { class: shape, style }, texted("dt", {}, field.label), around("dd", {}, valueHtml({ product, shape: field, value, row, small: false, isLinked: true })));
}
