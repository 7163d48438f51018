/** The number of a list's records and the sums of its amounts, for each group, over all its pages. */
import type { Expression } from "@nonet/feel";
import type { Product } from "@nonet/model";
import { compileAs } from "../scope/coerce.ts";
import { compile } from "../scope/compile.ts";
import { isoText, numberText } from "../scope/conversions.ts";
import { asWrittenByReader, fromTable } from "../scope/scope.ts";
import { isDuration } from "../scope/type-kinds.ts";
import type { Query, Reader } from "../sql/query.ts";
import { and } from "../sql/sql-text.ts";
import { groupLabel } from "./group-labels.ts";
import { listScope } from "./list-scope.ts";
import type { ListOptions } from "./list-request.ts";

export const maxGroups = 1000;

/**
 * Rows `{label, count, sums, unknown}`, as texts; one row without a group. A sum leaves out what the reader may not read
 * and what is empty, and `unknown` counts these; it is null where nothing is left, because a 0 would look like a fact.
 */
export function totalsQuery(product: Product, reader: Reader, ask: ListOptions, sums: readonly Expression[]): Query {
  const { s, entity, where } = listScope(product, reader, ask);
  const written = asWrittenByReader(s);
  const columns = [
    `${ask.group ? groupLabel(written, ask.group) : "null::text"} as label`,
    ...sums.map((e, i) => `${isDuration(e.type) ? compile(written, e) : compileAs(written, e, { ...e.type, kind: "number" } as Expression["type"])} as v${i}`),
  ];
  const summed = sums.map((e, i) => (isDuration(e.type) ? isoText(`sum(x.v${i})`, e.type) : numberText(`nonet.fit(sum(x.v${i}))`, e.type)));
  const unknown = sums.map((_, i) => `(count(*) - count(x.v${i}))::text`);
  const grouped = ask.group ? ` group by x.label order by x.label nulls last limit ${maxGroups + 1}` : "";
  const query = s.params.query(
    `select ${ask.group ? "x.label" : "null::text as label"}, count(*)::text as count, array[${summed.join(", ")}]::text[] as sums, array[${unknown.join(", ")}]::text[] as unknown from (select ${columns.join(", ")} from ${fromTable(entity, "r")} where ${and(where)}) x${grouped}`,
  );
  // What a request filters by is written into it.
  return { name: "", text: query.text, values: query.values };
}
