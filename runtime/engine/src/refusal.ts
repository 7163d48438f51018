/** Makes refusals: built-in ones in their own words, and those of the catalogue with the message filled in. */
import type { Span } from "@nonet/source";
import { letterQuery, templateQuery, withoutRecord, type Reader, type Variables } from "@nonet/database";
import { placeOf, type Product, type Template, type Transition } from "@nonet/model";
import type { Connection } from "./connection.ts";
import type { FieldError, Outcome, RefusalKind } from "./engine.ts";

export const refuse = (kind: RefusalKind, ...errors: readonly FieldError[]): { ok: false; refusal: { kind: RefusalKind; errors: readonly FieldError[] } } => ({
  ok: false,
  refusal: { kind, errors },
});
export const done = <T>(value: T): Outcome<T> => ({ ok: true, value });

/** A built-in error: `code` is stable, `detail` says the way out. */
export function problem(code: string, detail: string, more: Partial<FieldError> = {}): FieldError {
  return { field: null, code, status: null, detail, rule: null, line: null, ...more };
}

export const notFound = (what: string) => refuse("not found", problem("not-found", `There is no such ${what.toLowerCase()}, or it isn't yours to see.`));
export const notPermitted = (detail: string, said: SaidAt = { line: null }) => refuse("not permitted", problem("not-permitted", detail, said));
export const notSignedIn = () => refuse("not signed in", problem("not-signed-in", "Sign in first."));

/** Where the document says so: the line, and the file where it isn't the first of several. */
export type SaidAt = Pick<FieldError, "line" | "file" | "about">;

export function saidAt(product: Product, span: Span | null, about?: string): SaidAt {
  return { ...placeOf(product, span), about };
}

/** How `nonet explain` names a transition. */
export const namesTransition = (t: Transition): string => `${t.from ?? "(new)"} → ${t.to ?? "(deleted)"} by ${t.trigger.kind === "action" ? t.trigger.action : t.trigger.kind}`;

/** The words of the document at a place. */
export const wordsAt = (product: Product, span: Span): string => product.sources[span.file]?.text.slice(span.from, span.to).replace(/^`+|`+$/g, "") ?? "";

/** The catalogue's entry for `code` said about one record; to a `reader` without what they may not read. */
export async function catalogued(
  connection: Connection,
  product: Product,
  code: string,
  about: { entity: string | null; id: string | null; variables: Variables; reader?: Reader },
  more: Partial<FieldError>,
): Promise<FieldError> {
  const entry = product.errors.find((e) => e.code === code);
  if (!entry) return problem(code, code, more);
  const detail = await fill(connection, product, entry.message, about);
  return problem(code, detail, { status: entry.status, ...saidAt(product, entry.source), ...more });
}

/** The text with its values; it is told whatever becomes of them. */
async function fill(
  connection: Connection,
  product: Product,
  template: Template,
  about: { entity: string | null; id: string | null; variables: Variables; reader?: Reader },
): Promise<string> {
  const known = about.id === null ? withoutRecord(template) : template;
  if (known.every((part) => typeof part === "string")) return known.join("");
  const told =
    about.reader && about.reader.kind !== "system" && about.id !== null
      ? letterQuery(product, about.entity, about.id, { texts: [{ name: "text", template: known }], files: [] }, about.variables, about.reader)
      : templateQuery(product, about.entity, about.id, [{ name: "text", template: known, form: "readable" }], about.variables);
  const row = await connection.row(told);
  return (row?.["texts"]?.text as string | undefined) ?? known.filter((p) => typeof p === "string").join("");
}
