/** Reads the parameters of a list. Every other parameter is a filter, which the engine resolves or refuses. */
import { limitOf } from "@nonet/api";
import type { ListRequest } from "@nonet/engine";
import type { Entity, Product } from "@nonet/model";
import type { RequestContext } from "../http/handler.ts";
import { type Parsed, parsed, refused } from "../http/response.ts";
import { say } from "@nonet/texts";

const texts = ["where", "search", "screen", "dashboard", "element", "list", "of", "withRole", "choiceFor", "after", "group"] as const;
const parameters = new Set<string>([...texts, "label", "sort", "limit", "offset", "count", "fields"]);
const maxOffset = 1_000_000;

/** `extra`: further parameters that the caller reads itself. */
export function readListQuery(product: Product, entity: Entity, query: RequestContext["query"], today: string, extra: readonly string[] = []): Parsed<ListRequest> {
  const given: Record<string, string> = {};
  const filters: Record<string, string> = {};
  for (const [name, value] of Object.entries(query)) {
    if (typeof value !== "string") return refused("malformed", say("the-parameter-name-is-given-twice", { name }), name);
    if (extra.includes(name)) continue;
    (parameters.has(name) ? given : filters)[name] = value;
  }
  const limit = readLimit(product, given["limit"], today);
  if (!limit.ok) return limit;
  const { count, offset, label } = given;
  if (offset && !(/^\d{1,7}$/.test(offset) && Number(offset) <= maxOffset)) return refused("malformed", say("offset-is-a-whole-number-from-0", { maxOffset }), "offset");
  if (count !== undefined && !["exact", "bounded", "true", "false", "none"].includes(count)) return refused("malformed", say("count-takes-one-value-exact"), "count");
  return parsed({
    entity: entity.name,
    equals: filters,
    ...Object.fromEntries(texts.filter((name) => given[name]?.trim()).map((name) => [name, given[name]])),
    ...(limit.value === undefined ? {} : { limit: limit.value }),
    ...(count === "exact" || count === "true" ? { count: true } : count === "bounded" ? { count } : {}),
    ...(offset && Number(offset) > 0 ? { offset: Number(offset) } : {}),
    ...(label === undefined ? {} : { label }),
    ...(given["sort"] ? { sort: separated(given["sort"]) } : {}),
    ...(given["fields"] ? { fields: separated(given["fields"]) } : {}),
  });
}

function readLimit(product: Product, text: string | undefined, today: string): Parsed<number | undefined> {
  if (text === undefined || text === "") return parsed(limitOf(product, "page size", today));
  const max = Math.max(200, limitOf(product, "page size", today) ?? 0, limitOf(product, "list length", today) ?? 0);
  const limit = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return limit >= 1 && limit <= max ? parsed(limit) : refused("malformed", say("limit-is-a-whole-number-from-1", { max }), "limit");
}

/** `fields` of a single record. */
export function readFields(text: string | readonly string[] | undefined): Parsed<readonly string[] | undefined> {
  if (text === undefined || text === "") return parsed(undefined);
  return typeof text === "string" ? parsed(separated(text)) : refused("malformed", say("the-parameter-fields-is-given-twice"), "fields");
}

const separated = (text: string): readonly string[] =>
  text
    .split(",")
    .map((path) => path.trim())
    .filter(Boolean);
