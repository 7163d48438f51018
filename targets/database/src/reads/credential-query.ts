/** The record whose secret key a caller has. */
import type { Credential, Product } from "@nonet/model";
import { whereText } from "../scope/coerce.ts";
import { condition } from "../scope/compile.ts";
import { entityNamed, fromTable } from "../scope/scope.ts";
import type { Query } from "../sql/query.ts";
import { ident } from "../sql/sql-text.ts";
import { notArchived } from "../visibility/archived-rows.ts";
import { evaluationScope } from "../visibility/evaluation-scope.ts";

/** One row `{id, user}`; none where no record in force has the key. */
export function credentialQuery(product: Product, { entity: name, field, user, while: holds }: Credential, hash: string): Query {
  const entity = entityNamed(product, name);
  const s = evaluationScope(product, name, {});
  const column = (of: string): string => `r.${ident(entity.fields.find((f) => f.name === of)!.column)}`;
  const where = whereText([`${column(field)} = ${s.params.bind(hash, "text")}`, ...notArchived(s, entity), holds ? condition(s, holds.expression) : "true"]);
  return s.params.query(`select r.id, ${user === null ? "null" : column(user)} as user from ${fromTable(entity, "r")}${where}`);
}
