/** The words that sentences are made of: articles, lists, orders and the document's own text. */
import type { Product, SortKey, Template } from "@nonet/model";
import type { Span } from "@nonet/source";

export interface Said {
  readonly what: string;
  readonly sentence: string;
  readonly span: Span | null;
}

/** The document's own text at a span, without backticks. */
export type Saying = (span: Span) => string;
export const saying =
  (product: Product): Saying =>
  (span) =>
    (product.sources[span.file]?.text.slice(span.from, span.to) ?? "").replaceAll("`", "").trim();

export const article = (name: string): string => `${/^[aeio]/i.test(name) ? "an" : "a"} ${name}`;
export const list = (items: readonly string[], word = "and"): string => (items.length < 2 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} ${word} ${items.at(-1)}`);
export const capital = (text: string): string => text.replace(/^./, (c) => c.toUpperCase());

/** `promised on, the last first, then number`. */
export const sortWords = (keys: readonly SortKey[]): string => keys.map((key) => `${key.field}${key.descending ? ", the last first" : ""}`).join(", then ");

export const templateWords = (sourceTextOf: Saying, template: Template): string =>
  template.map((part) => (typeof part === "string" ? part : `{${sourceTextOf(part.span)}}`)).join("");
