/** The scope of an expression over one record: `this` is the row, `old` the record before the change. */
import type { Product } from "@nonet/model";
import { entityNamed, type Scope, withVariables } from "../scope/scope.ts";
import type { Reader, Variables } from "../sql/query.ts";
import { jsonOf } from "../sql/statement-cache.ts";
import { readerScope } from "./reader-scope.ts";

export function evaluationScope(product: Product, entityName: string | null, variables: Variables = {}, reader: Reader | null = null): Scope {
  const s = readerScope(product, reader, variables);
  if (entityName === null) return s;
  const entity = entityNamed(product, entityName);
  const own = withVariables(s, ["this", { kind: "row", entity, alias: "r" }]);
  return variables.old ? withVariables(own, ["old", { kind: "json", entity, sql: s.params.bind(jsonOf(variables.old), "jsonb") }]) : own;
}
