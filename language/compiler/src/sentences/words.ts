/** The words that all sentences are made of: articles, lists, the document's own text, and what a statement does. */
import type { Product, Statement, Template } from "@nonet/model";
import type { Span } from "@nonet/source";

export interface Said {
  readonly what: string;
  readonly sentence: string;
  readonly span: Span | null;
}

/** The document's own text of a place, without backticks. */
export type Saying = (span: Span) => string;
export const saying =
  (product: Product): Saying =>
  (span) =>
    (product.sources[span.file]?.text.slice(span.from, span.to) ?? "").replaceAll("`", "").trim();

export const article = (name: string): string => `${/^[aeio]/i.test(name) ? "an" : "a"} ${name}`;
export const list = (items: readonly string[], word = "and"): string => (items.length < 2 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} ${word} ${items.at(-1)}`);
export const capital = (text: string): string => text.replace(/^./, (c) => c.toUpperCase());

export const templateWords = (said: Saying, template: Template): string => template.map((part) => (typeof part === "string" ? part : `{${said(part.span)}}`)).join("");

export function effectWords(said: Saying, s: Statement): string {
  const when = s.when ? ` when ${said(s.when.span)}` : "";
  switch (s.kind) {
    case "set":
      return `its ${said(s.target.span)} is set to ${said(s.value.span)}${when}`;
    case "create":
      return `${article(s.entity)} is created${when}`;
    case "for each":
      return `for each ${s.variable} in ${said(s.of.span)}: ${list(s.body.map((b) => effectWords(said, b)))}`;
    case "do":
      return `${s.action} is done on ${said(s.on.span)}${when}`;
    case "delete":
      return `${said(s.of.span)} is deleted${when}`;
    case "send":
      return `"${s.call}" is sent${when}`;
    case "forget":
      return `its ${s.field} is forgotten${when}`;
    case "stop":
      return `it stops with ${s.code}${when}`;
  }
}
