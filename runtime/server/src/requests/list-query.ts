/** Reads a list's parameters; every other key is an equality filter, which the engine resolves or refuses. */
import { limitOf } from "@nonet/api";
import type { ListRequest } from "@nonet/engine";
import { type Entity, machineOf, type Product } from "@nonet/model";
import type { RequestContext } from "../http/handler.ts";
import { type Parsed, parsed, refused } from "../http/response.ts";

export const listParameters: readonly string[] = ["where", "search", "sort", "limit", "after", "count", "fields", "screen", "list", "of", "withRole"];
export const metaKeys: readonly string[] = ["id", "version", "state", "createdAt", "createdBy", "updatedAt", "shownAs"];

/** `extra`: further parameters that the caller reads itself. */
export function readListQuery(product: Product, entity: Entity, query: RequestContext["query"], today: string, extra: readonly string[] = []): Parsed<ListRequest> {
  const equals: Record<string, string> = {};
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(query)) {
    if (typeof value !== "string") return refused("malformed", `The parameter ${name} is given twice.`, name);
    if (extra.includes(name)) continue;
    if (listParameters.includes(name)) texts[name] = value;
    else equals[name] = value;
  }
  const limit = readLimit(product, texts.limit, today);
  if (!limit.ok) return limit;
  if (texts.count !== undefined && !["exact", "true", "false", "none"].includes(texts.count)) return refused("malformed", "count takes one value: exact.", "count");
  const sort = readPaths("sort", texts.sort);
  if (!sort.ok) return sort;
  const fields = readPaths("fields", texts.fields);
  if (!fields.ok) return fields;
  return parsed({
    entity: entity.name,
    equals,
    ...(texts.where?.trim() ? { where: texts.where } : {}),
    ...(texts.search?.trim() ? { search: texts.search } : {}),
    ...(texts.screen ? { screen: texts.screen } : {}),
    ...(texts.list ? { list: texts.list } : {}),
    ...(texts.of ? { of: texts.of } : {}),
    ...(texts.withRole ? { withRole: texts.withRole } : {}),
    ...(texts.after ? { after: texts.after } : {}),
    ...(limit.value === undefined ? {} : { limit: limit.value }),
    ...(texts.count === "exact" || texts.count === "true" ? { count: true } : {}),
    ...(sort.value ? { sort: sort.value } : {}),
    ...(fields.value ? { fields: fields.value } : {}),
  });
}

function readLimit(product: Product, text: string | undefined, today: string): Parsed<number | undefined> {
  if (text === undefined || text === "") return parsed(limitOf(product, "page size", today));
  const most = Math.max(200, limitOf(product, "page size", today) ?? 0, limitOf(product, "list length", today) ?? 0);
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= most ? parsed(number) : refused("malformed", `limit is a whole number from 1 to ${most}.`, "limit");
}

/** Dotted keys parted by commas; `-` first (in `sort`) for descending. Which fields there are the engine says: one that isn't theirs to read is none. */
export function readPaths(name: "sort" | "fields", text: string | readonly string[] | undefined): Parsed<readonly string[] | undefined> {
  if (text === undefined || text === "") return parsed(undefined);
  if (typeof text !== "string") return refused("malformed", `The parameter ${name} is given twice.`, name);
  const paths = text
    .split(",")
    .map((p) => p.trim())
    .filter(Boolean);
  return parsed(paths);
}

export function keysOf(product: Product, entity: Entity): readonly string[] {
  const machines = product.machines.filter((m) => m.entity === entity.name && m.field !== "state");
  return [...entity.fields.map((f) => f.key), ...(machineOf(product, entity.name) ? metaKeys : metaKeys.filter((k) => k !== "state")), ...machines.map((m) => m.field)];
}
