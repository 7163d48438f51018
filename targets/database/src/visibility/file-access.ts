/** Whether a reader may download a file. */
import type { Product } from "@nonet/model";
import { fromTable } from "../scope/scope.ts";
import type { Query, Reader } from "../sql/query.ts";
import { and, ident, or } from "../sql/sql-text.ts";
import { fieldPredicate, recordPredicate } from "./predicates.ts";
import { readerScope } from "./reader-scope.ts";

/** One row `{allowed}`: the reader may read a record that holds the file, or uploaded it. */
export function fileReadableQuery(product: Product, reader: Reader, fileId: string): Query {
  const s = readerScope(product, reader);
  const file = s.params.bind(fileId, "uuid");
  const grants = reader.kind === "person" ? [`exists (select 1 from nonet.file f where f.id = ${file} and f.uploaded_by = ${s.params.bind(reader.id, "uuid")})`] : [];
  for (const entity of product.entities)
    for (const field of entity.fields) {
      if (field.type.kind !== "file" || field.computed) continue;
      const x = s.params.alias("x");
      const may = and([recordPredicate(s, entity, x), fieldPredicate(s, entity, x, field.name, false)]);
      const column = `${x}.${ident(field.column)}`;
      const holds = field.type.many ? `${column} @> array[${file}] and cardinality(${column}) > 0` : `${column} = ${file}`;
      if (may !== "false") grants.push(`exists (select 1 from ${fromTable(entity, x)} where ${holds} and ${may})`);
    }
  return s.params.query(`select coalesce(${or(grants)}, false) as allowed`);
}
