/** The parts of all sentences: the document's own text at a place, sort orders and templates. */
import { expressionText } from "@nonet/feel";
import type { Permissions, Product, SortKey } from "@nonet/model";
import type { Span } from "@nonet/source";
import { article, quoted } from "../text/english.ts";
import { isPlural } from "../text/plural.ts";

export interface Sentence {
  /** The element, in the document's own words: `Loan.due date`, `rule "Fair share"`. */
  readonly what: string;
  readonly sentence: string;
  readonly span: Span | null;
}

/** The document's own text at a place, without backticks; with the conditions that the document names. */
export interface TextAt {
  (span: Span): string;
  readonly conditions?: readonly { readonly name: string; readonly text: string }[];
}

export const textAtIn =
  (product: Pick<Product, "sources">): TextAt =>
  (span) =>
    (product.sources[span.file]?.text.slice(span.from, span.to) ?? "").replaceAll("`", "").trim();

export const withConditions = (textAt: TextAt, { named }: Permissions): TextAt =>
  Object.assign((span: Span) => textAt(span), { conditions: named.map(({ name, condition }) => ({ name, text: expressionText(condition) })) });

/** A role named after a department or body, not after a person. */
const together =
  /(^|\s)(finance|accounting|accounts|payroll|purchasing|procurement|sales|marketing|support|security|management|staff|administration|reception|office|desk|board|team|committee|council)$/i;

export const isBody = (role: string): boolean => together.test(role);

/** A person with the role: `a Clerk`, `somebody in Finance`, `anyone`. The bearer of a secret link is nobody with a role. */
export function personWith(role: string): string {
  if (role === "bearer") return "whoever has the link";
  if (isBody(role)) return `somebody in ${role}`;
  return role === "anyone" || role === "everyone" || isPlural(role) ? role : article(role);
}

/** A person with the role who opens a screen: `everyone` are those who are signed in. */
export const visitorWith = (role: string): string => (role === "everyone" ? "everyone who is signed in" : personWith(role));

/** `"promised on" (descending), then "number"`. */
export const sortWords = (keys: readonly SortKey[]): string => keys.map((key) => `${quoted(key.field)}${key.descending ? " (descending)" : ""}`).join(", then ");
