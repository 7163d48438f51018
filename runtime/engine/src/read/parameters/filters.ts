/** The filters of a list: each parameter that isn't one of the list's own is resolved once to a typed path, or refused. */
import type { ListOptions } from "@nonet/database";
import { nearest } from "@nonet/source";
import { problem } from "../../refusals/refusal.ts";
import { equalityFilter } from "./equality-filters.ts";
import type { ListContext } from "./list-context.ts";
import { rangeFilter } from "./range-filters.ts";
import { type ValueFilter, valueFilter } from "./value-filters.ts";
import { readableFieldKeys, readablePath } from "./readable-path.ts";
import { say } from "@nonet/texts";

/** Parameters of a list that are no filters. */
const parameters = [
  "where",
  "search",
  "sort",
  "group",
  "limit",
  "after",
  "offset",
  "count",
  "fields",
  "screen",
  "list",
  "of",
  "dashboard",
  "element",
  "label",
  "withRole",
  "choiceFor",
];

/** A key is tried as a path first, because a referenced record may have a field called `from` or `to`. */
export function listFilters(
  context: ListContext,
  filters: Readonly<Record<string, string>> = {},
): Required<Pick<ListOptions, "equals" | "oneOf" | "present" | "bounds" | "containing">> {
  const { product, reader, entity } = context;
  const resolved = Object.entries(filters).map(([key, value]): ValueFilter => {
    const path = readablePath(product, reader, entity, key);
    if (path) return { equals: equalityFilter(context, key, path, value) };
    const bounds = rangeFilter(context, key, value);
    const found = bounds ? { bounds } : valueFilter(context, key, value);
    if (found === null) context.errors.push(unknownParameter(context, key));
    return found ?? {};
  });
  return {
    equals: resolved.flatMap((r) => r.equals ?? []),
    oneOf: resolved.flatMap((r) => r.oneOf ?? []),
    present: resolved.flatMap((r) => r.present ?? []),
    bounds: resolved.flatMap((r) => r.bounds ?? []),
    containing: resolved.flatMap((r) => r.containing ?? []),
  };
}

function unknownParameter(context: ListContext, key: string): ReturnType<typeof problem> {
  const suggestion = nearest(key, [...parameters, "id", "createdAt", "createdBy", "updatedAt", ...readableFieldKeys(context)]);
  return problem("unknown-parameter", `${say("no-parameter-or-field", { key: key.slice(0, 80) })}${suggestion ? ` ${say("did-you-mean", { near: suggestion })}` : ""}`, {
    field: key,
  });
}
