/** Dotted JSON keys of a request (`item.category`), resolved once to typed paths; a field that the reader may never read is an unknown field. */
import { mayRead, pathExpression, type Reader } from "@nonet/database";
import type { Expression } from "@nonet/feel";
import { type Entity, entityOf, namesRecords, type Product } from "@nonet/model";
import { nearest } from "@nonet/source";
import type { FieldError } from "../../contract/outcome.ts";
import { problem } from "../../refusals/refusal.ts";
import type { ListContext } from "./list-context.ts";

/** What every record has besides its fields. */
const recordKeys = new Set(["id", "version", "shownAs", "createdAt", "createdBy", "updatedAt"]);

/** The path of a dotted key, where the reader may read every field along it in some record. */
export function readablePath(product: Product, reader: Reader, entity: Entity, key: string): Expression | undefined {
  const path = pathExpression(product, entity.name, key);
  return path && isReadable(product, reader, path) ? path : undefined;
}

export function isReadable(product: Product, reader: Reader, path: Expression): boolean {
  if (path.kind !== "path") return true;
  if (!isReadable(product, reader, path.of)) return false;
  const type = path.of.type.kind === "list" ? path.of.type.of : path.of.type;
  if (type.kind !== "record") return true;
  const isField = entityOf(product, type.name)?.fields.some((f) => f.name === path.field);
  return !isField || mayRead(product, reader, type.name, path.field) !== "never";
}

/** The dotted keys that the reader may read in some record. */
export function readableKeys(product: Product, reader: Reader, entityName: string, keys: readonly string[]): readonly string[] {
  const entity = entityOf(product, entityName);
  return entity ? keys.filter((key) => readablePath(product, reader, entity, key)) : [];
}

type Readable = Pick<ListContext, "product" | "reader" | "entity">;

/** An error for each of the request's `fields` that the reader may not read. */
export const unknownFields = (context: Readable, keys: readonly string[]): readonly FieldError[] =>
  keys.filter((key) => !recordKeys.has(key) && !readablePath(context.product, context.reader, context.entity, key)).map((key) => unknownField(context, key, "fields"));

/** The request's `fields`, once checked. */
export function checkFields(context: ListContext, keys: readonly string[] | undefined): readonly string[] | undefined {
  context.errors.push(...unknownFields(context, keys ?? []));
  return keys;
}

/** The request's `sort`: `-` first for descending. */
export function sortKeys(context: ListContext, keys: readonly string[] = []): readonly { readonly expression: Expression; readonly descending: boolean }[] {
  return keys.flatMap((sort) => {
    const key = sort.replace(/^-/, "");
    const expression = readablePath(context.product, context.reader, context.entity, key);
    if (expression) return [{ expression, descending: sort.startsWith("-") }];
    context.errors.push(unknownField(context, key, "sort"));
    return [];
  });
}

/** What a search looks in where no screen says it: the entity's texts. */
export const searchablePaths = ({ product, reader, entity }: ListContext): readonly Expression[] =>
  entity.fields.filter((f) => namesRecords(f.type)).flatMap((f) => readablePath(product, reader, entity, f.key) ?? []);

/** JSON keys of the fields that the reader may read, for suggestions. */
export const readableFieldKeys = ({ product, reader, entity }: Readable): readonly string[] =>
  entity.fields.filter((f) => mayRead(product, reader, entity.name, f.name) !== "never").map((f) => f.key);

function unknownField(context: Readable, key: string, parameter: string): FieldError {
  const suggestion = nearest(key, readableFieldKeys(context));
  return problem("unknown-field", `There is no field ${key.slice(0, 80)} here${suggestion ? `; did you mean ${suggestion}?` : "."}`, { field: parameter });
}
