/** A single record by its id or a unique value. */
import type { Entity, Product } from "@nonet/model";
import { fieldSql } from "../expressions/fields/fields.ts";
import { RowColumns } from "../rows/row-columns.ts";
import { joining, joinsOf } from "../scope/joined-references.ts";
import { fromTable, type Scope } from "../scope/scope.ts";
import { text } from "../scope/type-kinds.ts";
import type { Query, Reader } from "../sql/query.ts";
import { and, ident, or } from "../sql/sql-text.ts";
import { cachedStatement } from "../sql/statement-cache.ts";
import { recordInColumns } from "./record-json.ts";
import { rowScope } from "./row-scope.ts";

/** One row `{id, version, record}`, by id, or by the value of a unique or sequence text field. No row: it doesn't exist, or the reader may not see it. */
export function recordQuery(product: Product, reader: Reader, entityName: string, idOrUnique: string, fields?: readonly string[]): Query {
  const byId = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(idOrUnique);
  return cachedStatement(product, ["record", entityName, byId, fields], { reader, values: { value: idOrUnique } }, (to) => {
    const { s, entity, may } = rowScope(product, to.reader, entityName);
    const withJoins = joining(s, "r");
    const columns = new RowColumns("r");
    const readRow = columns.reader(recordInColumns(columns, withJoins, entity, "r", fields));
    const query = s.params.query(
      `select ${columns.list} from ${fromTable(entity, "r")}${joinsOf(withJoins, byId ? "one" : "several")} where ${and([may, named(s, entity, byId, to.values.value)])}`,
    );
    return { ...query, readRow };
  });
}

function named(s: Scope, entity: Entity, byId: boolean, value: string): string {
  if (byId) return `r.id = ${s.params.bind(value, "uuid")}`;
  const unique = entity.fields.filter(
    (f) => f.computed === null && (f.type.kind === "sequence" || f.type.kind === "random text" || (f.unique && (f.type.kind === "text" || f.type.kind === "formatted"))),
  );
  return or(
    unique.map((f) => {
      const column = s.visibility ? fieldSql(s, entity, "r", f.name, text) : `r.${ident(f.column)}`;
      return f.type.kind === "formatted" && f.type.format === "email" ? `lower(${column}) = lower(${s.params.bind(value, "text")})` : `${column} = ${s.params.bind(value, "text")}`;
    }),
  );
}
