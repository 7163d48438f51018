/** An error of the document's catalogue (point 8), its message filled in for one record. */
import { mailQuery, type Reader, templateQuery, type Variables, withoutRecord } from "@nonet/database";
import { type ErrorEntry, type Product, type Template, sourceLocation } from "@nonet/model";
import { currentLanguage, say } from "@nonet/texts";
import type { Connection } from "../connection/contract.ts";
import type { FieldError } from "../contract/outcome.ts";
import { problem } from "./refusal.ts";

export interface ErrorSubject {
  readonly entity: string | null;
  readonly id: string | null;
  readonly variables: Variables;
  readonly reader?: Reader;
  /** Fields that are empty in the record, and that the refused action asks for: their values are the input's. */
  readonly instead?: readonly string[];
}

/** Without what `reader` may not read. */
export async function catalogueError(connection: Connection, product: Product, code: string, about: ErrorSubject, where: Partial<FieldError>): Promise<FieldError> {
  const entry = product.errors.find((e) => e.code === code);
  if (!entry) return problem(code, code, where);
  const message = messageOf(entry);
  const detail = message.length === 0 ? say("refused-without-a-message", { code }) : await fill(connection, product, message, about);
  return problem(code, detail, { status: entry.status, ...sourceLocation(product, entry.source), ...where });
}

/** The message in the language of the running work. */
export const messageOf = (entry: ErrorEntry): Template => entry.messages?.[currentLanguage()] ?? entry.message;

/** The message with its values; a value that can't be read is left out. */
async function fill(connection: Connection, product: Product, template: Template, about: ErrorSubject): Promise<string> {
  const whole = about.id === null ? withoutRecord(template) : template;
  const known = about.instead && about.instead.length > 0 ? readingInput(whole, about.instead) : whole;
  if (known.every((part) => typeof part === "string")) return known.join("");
  const query =
    about.reader && about.reader.kind !== "system" && about.id !== null
      ? mailQuery(product, about.entity, about.id, { texts: [{ name: "text", template: known }], files: [] }, about.variables, about.reader)
      : templateQuery(product, about.entity, about.id, [{ name: "text", template: known, form: "readable" }], about.variables);
  const row = await connection.row(query);
  return (row?.["texts"]?.text as string | undefined) ?? known.filter((p) => typeof p === "string").join("");
}

/** The template with the input's values of some fields in place of the record's. */
function readingInput<T>(node: T, fields: readonly string[]): T {
  if (Array.isArray(node)) return node.map((one) => readingInput<unknown>(one, fields)) as T;
  if (node === null || typeof node !== "object") return node;
  const { kind, of, field } = node as { kind?: string; of?: { kind?: string; name?: string }; field?: string };
  if (kind === "path" && of?.kind === "variable" && of.name === "this" && fields.includes(field!)) return { ...node, of: { ...of, name: "asked", type: { kind: "any" } } };
  return Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, readingInput<unknown>(inner, fields)])) as T;
}
