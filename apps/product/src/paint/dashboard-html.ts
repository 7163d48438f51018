/** A dashboard's numbers with their values, and room for its charts and lists. */
import type { ProductData, ScreenData } from "@nonet/screens";
import { formatMoney, formatNumber } from "../format/format.ts";
import { behindAddress } from "../list/state/behind.ts";
import { t } from "../texts/texts.ts";
import { around, linked, texted } from "./html.ts";
import type { PaintedElement } from "./paint-data.ts";

type Body = Extract<ScreenData["body"], { readonly kind: "dashboard" }>;
type Element = Body["elements"][number];
type NumberData = Extract<Element, { readonly kind: "number" }>;

export function dashboardHtml(product: ProductData, screen: ScreenData, { elements }: Body, values: readonly PaintedElement[]): string {
  const answers = elements.flatMap((element) => ("index" in element ? (values[element.index] ?? []) : []));
  // The front end says why nothing can be read.
  if (answers.length > 0 && answers.every(({ kind, ...one }) => kind !== "text" && "why" in one && one.why)) return "";
  const numbers = elements.flatMap((element) => (element.kind === "number" ? [numberHtml(product, screen.name, element, values[element.index])] : []));
  const others = elements.flatMap((element) => (element.kind === "number" ? [] : [otherHtml(element)]));
  return around(
    "div",
    { class: "dashboard" },
    numbers.length > 0 ? around("div", { class: "dashboard-numbers" }, ...numbers) : "",
    around("div", { class: "dashboard-others" }, ...others),
  );
}

function numberHtml(product: ProductData, screen: string, element: NumberData, value: PaintedElement | undefined): string {
  if (value?.kind !== "number") return around("section", { class: "card fp-section fp-number" }, texted("p", { class: "dim fp-small", dir: "auto" }, element.title));
  const known = value.value ?? value.known ?? null;
  const to = element.opens === null || known === null ? null : behindAddress(element.opens, { dashboard: screen, element: element.title });
  const text = value.notShown ? t("not-shown") : known === null ? "–" : element.currency ? formatMoney(known, element.currency, product) : formatNumber(known, product);
  return around(
    "section",
    { class: "card fp-section fp-number" },
    texted("p", { class: "dim fp-small", dir: "auto" }, element.title),
    around("p", { class: "numeric fp-large" }, linked(to, {}, texted("span", {}, text))),
    value.value === null && value.notKnown ? texted("p", { class: "dim fp-tiny" }, t("n-not-known", { n: formatNumber(value.notKnown, product) })) : "",
    value.why ? texted("p", { class: "dim fp-small" }, value.why) : "",
  );
}

function otherHtml(element: Exclude<Element, NumberData>): string {
  const title = element.title === "" ? "" : texted("h2", { dir: "auto" }, element.title);
  if (element.kind === "chart") return around("section", { class: "card fp-section fp-chart" }, title);
  if (element.kind === "list") return around("section", { class: "dashboard-list" }, title);
  return around("section", {}, title);
}
