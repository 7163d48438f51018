/** The record whose secret key a caller has. */
import type { Credential, Product } from "@nonet/model";
import { whereText } from "../scope/coerce.ts";
import { condition } from "../scope/compile.ts";
import { entityNamed, fromTable } from "../scope/scope.ts";
import type { Query } from "../sql/query.ts";
import { ident } from "../sql/sql-text.ts";
import { notArchived } from "../visibility/archived-rows.ts";
import { evaluationScope } from "../visibility/evaluation-scope.ts";

/** By its hash; or, where an example has no key to send, by a record that has one or by the person to whom it refers. */
export type KeyHolder = { readonly hash: string } | { readonly id: string } | { readonly person: string };

/** One row `{id, user}`; none where no record in force has the key. */
export function credentialQuery(product: Product, { entity: name, field, user, while: holds }: Credential, by: KeyHolder): Query {
  const entity = entityNamed(product, name);
  const s = evaluationScope(product, name, {});
  const column = (of: string): string => `r.${ident(entity.fields.find((f) => f.name === of)!.column)}`;
  const isHolder =
    "hash" in by
      ? `${column(field)} = ${s.params.bind(by.hash, "text")}`
      : `${column(field)} is not null and ${"id" in by ? `r.id = ${s.params.bind(by.id, "uuid")}` : user === null ? "false" : `${column(user)} = ${s.params.bind(by.person, "uuid")}`}`;
  const where = whereText([isHolder, ...notArchived(s, entity), holds ? condition(s, holds.expression) : "true"]);
  return s.params.query(`select r.id, ${user === null ? "null" : column(user)} as user from ${fromTable(entity, "r")}${where}`);
}
