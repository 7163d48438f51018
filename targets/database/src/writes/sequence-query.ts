/** The next number of a sequence. */
import type { Product } from "@nonet/model";
import { systemScope } from "../expressions/system-scope.ts";
import { compile } from "../scope/compile.ts";
import { noSpan } from "../scope/no-span.ts";
import type { Query } from "../sql/query.ts";
import { cachedStatement } from "../sql/statement-cache.ts";

/** The prefix of a counter: texts, and the current year or month. */
export type NumberPrefix = readonly (string | { readonly of: "year" | "month" })[];

/**
 * One row `{value, today}`: the next number, and the date that its prefix is from. The counter's row stays locked until
 * the transaction ends, so that no number is skipped.
 */
export function sequenceQuery(product: Product, key: string, prefix: NumberPrefix): Query {
  const shape = prefix.map((part) => (typeof part === "string" ? "" : part.of));
  const texts = Object.fromEntries(prefix.flatMap((part, i) => (typeof part === "string" ? [[`text ${i}`, part]] : [])));
  return cachedStatement(product, ["sequence", ...shape], { values: { key, ...texts } }, (to) => sequenceOf(product, shape, to.values));
}

function sequenceOf(product: Product, shape: readonly string[], values: Readonly<Record<string, unknown>>): Query {
  const s = systemScope(product);
  const today = compile(s, { kind: "call", function: "today", arguments: [], type: { kind: "date" }, nullable: false, span: noSpan });
  const part = (of: string, i: number): string => (of === "" ? s.params.bind(values[`text ${i}`], "text") : `to_char(${today}, '${of === "year" ? "YYYY" : "MM"}')`);
  return s.params.query(
    `insert into nonet.sequence(key, prefix, value) values (${s.params.bind(values["key"], "text")}, ${shape.map(part).join(" || ") || "''"}, 1) on conflict (key, prefix) do update set value = nonet.sequence.value + 1 returning value::text as value, (${today})::text as today`,
  );
}
