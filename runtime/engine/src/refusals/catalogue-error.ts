import { mailQuery, type Reader, templateQuery, type Variables, withoutRecord } from "@nonet/database";
import { type Product, type Template, sourceLocation } from "@nonet/model";
import type { Connection } from "../connection/contract.ts";
import type { FieldError } from "../contract/outcome.ts";
import { problem } from "./refusal.ts";

/** The catalogue's entry for `code` said about one record; to a `reader` without what they may not read. */
export async function catalogueError(
  connection: Connection,
  product: Product,
  code: string,
  about: { entity: string | null; id: string | null; variables: Variables; reader?: Reader },
  more: Partial<FieldError>,
): Promise<FieldError> {
  const entry = product.errors.find((e) => e.code === code);
  if (!entry) return problem(code, code, more);
  const detail = await fill(connection, product, entry.message, about);
  return problem(code, detail, { status: entry.status, ...sourceLocation(product, entry.source), ...more });
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
      ? mailQuery(product, about.entity, about.id, { texts: [{ name: "text", template: known }], files: [] }, about.variables, about.reader)
      : templateQuery(product, about.entity, about.id, [{ name: "text", template: known, form: "readable" }], about.variables);
  const row = await connection.row(told);
  return (row?.["texts"]?.text as string | undefined) ?? known.filter((p) => typeof p === "string").join("");
}
