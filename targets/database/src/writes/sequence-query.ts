/** The next numbers of a sequence. */
import type { Product } from "@nonet/model";
import { systemScope } from "../expressions/system-scope.ts";
import { compile } from "../scope/compile.ts";
import { noSpan } from "../scope/no-span.ts";
import type { Query } from "../sql/query.ts";
import { cachedStatement } from "../sql/statement-cache.ts";
import { statement } from "../system/statement.ts";

/** The prefix of a counter: texts, and the current year or month. */
export type NumberPrefix = readonly (string | { readonly of: "year" | "month" })[];

/**
 * One row `{value, today, prefix}`: the last of `count` next numbers, the date that its prefix is from, and the prefix. The
 * counter's row stays locked until the transaction ends: within the change's own transaction no number is skipped.
 */
export const sequenceQuery = (product: Product, key: string, prefix: NumberPrefix, count = 1): Query => counterQuery(product, "take", { key, prefix, count });

/** The same row without taking a number: what the next one would be. */
export const nextNumberQuery = (product: Product, key: string, prefix: NumberPrefix): Query => counterQuery(product, "look", { key, prefix, count: 1 });

/** Gives back the numbers after `kept`, where `last` is still the last one that was taken. */
export const returnNumbers = (key: string, prefix: string, { kept, last }: { readonly kept: string; readonly last: string }): Query =>
  statement("update nonet.sequence set value = $3::bigint where key = $1 and prefix = $2 and value = $4::bigint", [key, prefix, kept, last]);

interface Counter {
  readonly key: string;
  readonly prefix: NumberPrefix;
  readonly count: number;
}

function counterQuery(product: Product, how: "take" | "look", { key, prefix, count }: Counter): Query {
  const shape = prefix.map((part) => (typeof part === "string" ? "" : part.of));
  const texts = Object.fromEntries(prefix.flatMap((part, i) => (typeof part === "string" ? [[`text ${i}`, part]] : [])));
  return cachedStatement(product, ["sequence", how, ...shape], { values: { key, count, ...texts } }, (to) => counterOf(product, how, shape, to.values));
}

function counterOf(product: Product, how: "take" | "look", shape: readonly string[], values: Readonly<Record<string, unknown>>): Query {
  const s = systemScope(product);
  const today = compile(s, { kind: "call", function: "today", arguments: [], type: { kind: "date" }, nullable: false, span: noSpan });
  const part = (of: string, i: number): string => (of === "" ? s.params.bind(values[`text ${i}`], "text") : `to_char(${today}, '${of === "year" ? "YYYY" : "MM"}')`);
  const key = s.params.bind(values["key"], "text");
  const prefix = shape.map(part).join(" || ") || "''";
  return s.params.query(
    how === "take"
      ? `insert into nonet.sequence(key, prefix, value) values (${key}, ${prefix}, ${s.params.bind(values["count"], "bigint")}) on conflict (key, prefix) do update set value = nonet.sequence.value + excluded.value returning value::text as value, (${today})::text as today, prefix`
      : `select (coalesce(max(c.value), 0) + 1)::text as value, (${today})::text as today, ${prefix} as prefix from nonet.sequence c where c.key = ${key} and c.prefix = ${prefix}`,
  );
}
