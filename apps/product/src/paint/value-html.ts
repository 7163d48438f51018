/** One value of a record as HTML: the same words and marks as the components of `value`. */
import { escaped } from "@nonet/api";
import type { ProductData } from "@nonet/screens";
import { formatCoordinates } from "../format/coordinates.ts";
import { datedName } from "../format/dated-name.ts";
import { recordAddress } from "../format/record-address.ts";
import { sizedImage } from "../format/sized-image.ts";
import { valueAt } from "../format/value-at.ts";
import { isEmpty, isNumeric, type Shape, textOf } from "../format/value-text.ts";
import { named } from "../texts/names.ts";
import { t } from "../texts/texts.ts";
import { around, bdi, icon, linked, texted } from "./html.ts";

interface Shown {
  readonly product: ProductData;
  readonly shape: Shape;
  readonly value: unknown;
  readonly row: Readonly<Record<string, unknown>>;
  /** In a table. */
  readonly small: boolean;
  /** Whether references are links. */
  readonly isLinked: boolean;
}

const unshown = new Set<Shape["control"]>(["secret", "secret key", "secret link", "parts"]);

export function valueHtml({ shape, value, row, ...shown }: Shown): string {
  const missing = (row["_notShown"] as Readonly<Record<string, string>> | undefined)?.[shape.key];
  if (missing !== undefined) return texted("span", { class: "dim fp-open" }, t("not-shown"));
  if (isEmpty(value)) return `<span class="dim">–</span>`;
  if (unshown.has(shape.control)) return "";
  const currency = shape.currencyKey ? valueAt(row, shape.currencyKey) : undefined;
  return filled({ ...shown, row, value, shape: typeof currency === "string" ? { ...shape, currency } : shape });
}

function filled({ product, shape, value, small, isLinked }: Shown): string {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const text = String(value);
  switch (shape.control) {
    case "yes/no":
      return value === true ? icon("check", "1.15em", "fp-check") : texted("span", { class: "dim" }, t("no"));
    case "choice":
      return shape.colours ? stateHtml(text, shape.colours) : bdi(named(text));
    case "choices":
    case "texts":
      return list.map((one) => around("span", { class: "fp-badge" }, bdi(String(one)))).join(" ");
    case "reference":
    case "references":
    case "list":
      return list.map((one) => referenceHtml(product, one, shape.entity, isLinked)).join(", ");
    case "image":
    case "images":
      return picturesHtml(list, small);
    case "file":
    case "files":
      return list.map((one) => bdi(String((one as { readonly name?: unknown })?.name ?? t("file")))).join(" ");
    case "rich text":
      return texted(
        "span",
        { class: small ? "fp-two-lines" : "rich", dir: "auto" },
        text
          .replaceAll(/<[^>]*>/g, " ")
          .replaceAll("&nbsp;", " ")
          .replaceAll("&amp;", "&"),
      );
    case "location":
      return bdi(formatCoordinates(text));
    case "address":
    case "long text":
      return texted("span", { class: "fp-lines", dir: "auto" }, text);
    default:
      return bdi(textOf(shape, value, product), isNumeric(shape.control) ? "numeric" : ["date", "time", "readonly"].includes(shape.control) ? "whole" : undefined);
  }
}

export const stateHtml = (state: string, colours: Readonly<Record<string, string>> | undefined): string =>
  around("span", { class: `state tint-${colours?.[state] ?? "blue"}` }, bdi(named(state)));

function referenceHtml(product: ProductData, value: unknown, entity: string | null, isLinked: boolean): string {
  if (typeof value !== "object" || value === null) return bdi(String(value));
  const reference = value as Readonly<Record<string, unknown>>;
  const data = product.entities.find((one) => one.name === entity);
  const to = isLinked && data && data.name !== "User" ? recordAddress({ ...data, recordParameter: "id" }, reference) : null;
  // An id is no name.
  const name = reference["shownAs"] === reference["id"] && entity !== null ? named(entity) : datedName(String(reference["shownAs"] ?? "–"), data, product);
  return linked(to, { class: "fp-link" }, bdi(name));
}

function picturesHtml(values: readonly unknown[], small: boolean): string {
  const ids = values.map((one) => (typeof one === "string" ? one : String((one as { readonly id?: unknown }).id)));
  const shown = small ? ids.slice(0, 3) : ids;
  const size = small ? 36 : 160;
  return shown
    .map(
      (id) =>
        `<img class="fp-picture" alt="" ${small ? 'loading="lazy" ' : ""}decoding="async" height="${size}"${small ? ` width="${size}"` : ""} src="${escaped(sizedImage(id, small ? 36 : 320))}" />`,
    )
    .join("");
}
