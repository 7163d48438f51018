/** The scope of what is evaluated for a reader, restricted to what they may see. */
import type { Product } from "@nonet/model";
import { systemScope } from "../expressions/system-scope.ts";
import type { Scope } from "../scope/scope.ts";
import type { Reader, Variables } from "../sql/query.ts";
import type { Parameters } from "../sql/sql-text.ts";
import { fieldPredicate, recordPredicate } from "./predicates.ts";

/** `reader` null: the system. */
export function readerScope(product: Product, reader: Reader | null, variables: Variables = {}, params?: Parameters): Scope {
  const s = systemScope(product, reader?.kind === "person" ? { ...variables, me: reader.id } : variables, params);
  return reader === null || reader.kind === "system" ? s : { ...s, visibility: { reader, record: recordPredicate, field: fieldPredicate } };
}
