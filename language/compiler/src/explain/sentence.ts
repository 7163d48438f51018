/** The parts of all sentences: the document's own text at a place, sort orders and templates. */
import type { Product, SortKey, Template } from "@nonet/model";
import type { Span } from "@nonet/source";
import { quoted } from "../text/english.ts";

export interface Sentence {
  /** The element, in the document's own words: `Loan.due date`, `rule "Fair share"`. */
  readonly what: string;
  readonly sentence: string;
  readonly span: Span | null;
}

/** The document's own text at a place, without backticks. */
export type TextAt = (span: Span) => string;

export const textAtIn =
  (product: Product): TextAt =>
  (span) =>
    (product.sources[span.file]?.text.slice(span.from, span.to) ?? "").replaceAll("`", "").trim();

/** The bearer of a secret link is nobody with a role. */
export const roleWords = (role: string): string => (role === "bearer" ? "whoever has the link" : role);

/** `"promised on" (descending), then "number"`. */
export const sortWords = (keys: readonly SortKey[]): string => keys.map((key) => `${quoted(key.field)}${key.descending ? " (descending)" : ""}`).join(", then ");

export const templateWords = (textAt: TextAt, template: Template): string => template.map((part) => (typeof part === "string" ? part : `{${textAt(part.span)}}`)).join("");
