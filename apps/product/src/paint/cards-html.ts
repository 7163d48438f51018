/** Records as cards, as `site/record-card.tsx` draws them: a picture, a name and a few facts. */
import { escaped } from "@nonet/api";
import { type EntityData, type ProductData, titleColumn } from "@nonet/screens";
import { recordAddress } from "../format/record-address.ts";
import { rowName } from "../format/record-name.ts";
import { sizedImage } from "../format/sized-image.ts";
import { valueAt } from "../format/value-at.ts";
import { isEmpty, type Shape } from "../format/value-text.ts";
import { named } from "../texts/names.ts";
import { around, bdi } from "./html.ts";
import type { Row } from "./paint-data.ts";
import { valueHtml } from "./value-html.ts";

interface Cards {
  readonly product: ProductData;
  readonly columns: readonly Shape[];
  /** Undefined where the page is about the only record, whose name stands above it and whose facts are all shown. */
  readonly entity: EntityData | undefined;
  readonly rows: readonly Row[];
  readonly label: string;
  readonly heading?: "h2" | "h3";
}

const mostFacts = 5;
/** Pictures of the first cards, which are seen without scrolling. */
const firstPictures = 3;

export function cardsHtml({ rows, label, ...cards }: Cards): string {
  const isPictured = cards.entity !== undefined && rows.some((row) => pictureOf(row, cards.columns) !== undefined);
  const items = rows.map((row, i) => around("li", {}, cardHtml(cards, row, isPictured ? pictureHtml(row, cards, i < firstPictures) : "")));
  return around("ul", { class: "cards", "aria-label": label }, ...items);
}

type Card = Omit<Cards, "rows" | "label">;

function cardHtml(cards: Card, row: Row, picture: string): string {
  const { entity, heading = "h2" } = cards;
  const name = entity === undefined ? "" : around(heading, {}, bdi(nameOf(cards, row, entity)));
  const text = picture + around("div", { class: "card-text" }, name, factsHtml(cards, row));
  const to = entity === undefined ? null : recordAddress(entity, row);
  return to === null ? around("div", { class: "card site-card" }, text) : around("a", { class: "card site-card", href: to }, text);
}

function nameOf({ product, columns }: Card, row: Row, entity: EntityData): string {
  const title = titleColumn(columns);
  return String((title && valueAt(row, title.key)) ?? rowName(row, columns, named(entity.name), product));
}

function factsHtml(cards: Card, row: Row): string {
  const { product, columns, entity } = cards;
  const name = entity && nameOf(cards, row, entity);
  const title = entity && titleColumn(columns);
  const facts = columns.filter((c) => !isImage(c) && c !== title && !isEmpty(valueAt(row, c.key)) && valueAt(row, c.key) !== name);
  const shown = entity ? facts.slice(0, mostFacts) : facts;
  const lines = shown.map((shape) => {
    const value = valueHtml({ product, shape, value: valueAt(row, shape.key), row, small: true, isLinked: false });
    return around("div", {}, around("dt", {}, escaped(shape.label)), around("dd", {}, value));
  });
  return around("dl", {}, ...lines);
}

const isImage = ({ control }: Shape): boolean => control === "image" || control === "images";

const pictureOf = (row: Row, columns: readonly Shape[]): string | undefined =>
  columns
    .filter(isImage)
    .flatMap((c) => (valueAt(row, c.key) ?? []) as readonly ({ readonly id: string } | string)[])
    .map((one) => (typeof one === "string" ? one : one.id))[0];

function pictureHtml(row: Row, cards: Card, isFirst: boolean): string {
  const id = pictureOf(row, cards.columns);
  if (id !== undefined) return `<img class="fp-card-picture" alt="" height="180"${isFirst ? "" : ' loading="lazy"'} decoding="async" src="${escaped(sizedImage(id, 320))}" />`;
  const letter = [...(cards.entity ? nameOf(cards, row, cards.entity) : "").trim()][0]?.toUpperCase();
  return around("div", { class: "no-picture", "data-letter": letter, "aria-hidden": "true" });
}
