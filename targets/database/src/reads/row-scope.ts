/** The scope of a list's or a record's row, with the condition under which the reader may see it. */
import type { Expression } from "@nonet/feel";
import type { Entity, Product } from "@nonet/model";
import { compile } from "../scope/compile.ts";
import { entityNamed, fromTable, type Scope, withVariables } from "../scope/scope.ts";
import type { Reader, Variables } from "../sql/query.ts";
import { recordPredicate } from "../visibility/predicates.ts";
import { readerScope } from "../visibility/reader-scope.ts";
import { shownAs } from "./record-json.ts";

export function rowScope(product: Product, reader: Reader, entityName: string, variables?: Variables): { s: Scope; entity: Entity; may: string } {
  const base = readerScope(product, reader, variables);
  const entity = entityNamed(product, entityName);
  const s = withVariables(base, ["this", { kind: "row", entity, alias: "r" }]);
  const may = recordPredicate(s, entity, "r");
  if (s.visibility) s.readable.add("r");
  return { s, entity, may };
}

/** What a referenced record is shown as, with the scope's visibility. */
export function shownText(s: Scope, e: Expression): string {
  const entity = entityNamed(s.product, (e.type as { name: string }).name);
  const x = s.params.alias("x");
  const may = recordPredicate(s, entity, x);
  s.readable.add(x);
  return `(select ${shownAs(s, entity, x)} from ${fromTable(entity, x)} where ${x}.id = ${compile(s, e)}${may === "true" ? "" : ` and ${may}`})`;
}
