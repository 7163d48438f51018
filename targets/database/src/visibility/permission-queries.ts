/** Whether a reader may do something: by a query for one record, or from the permission matrix alone. */
import { fold } from "@nonet/feel";
import type { Product } from "@nonet/model";
import { columnsOf } from "../columns/columns.ts";
import { entityNamed, fromTable, type Scope } from "../scope/scope.ts";
import { descend } from "../scope/walk.ts";
import type { Query, Reader } from "../sql/query.ts";
import { cachedDecision, cachedStatement } from "../sql/statement-cache.ts";
import { fieldOperation, fieldPredicate, type Operation, operationPredicate } from "./predicates.ts";
import { readerScope } from "./reader-scope.ts";

const operationKey = (operation: Operation): string => (typeof operation === "string" ? operation : `do ${operation.action}`);

export const row = (product: Product, reader: Reader, entityName: string): { s: Scope; entity: ReturnType<typeof entityNamed> } => ({
  s: readerScope(product, reader),
  entity: entityNamed(product, entityName),
});

export function mayRead(product: Product, reader: Reader, entityName: string, field: string): "never" | "always" | "sometimes" {
  return cachedDecision(product, ["read", entityName, field], reader, () => {
    const { s, entity } = row(product, reader, entityName);
    const may = fieldPredicate(s, entity, "r", field, true);
    return may === "false" ? "never" : may === "true" ? "always" : "sometimes";
  });
}

/** Whether the reader may read everything that any visible record of the entity is shown as. */
export const shownAsAlways = (product: Product, reader: Reader, entityName: string): boolean =>
  cachedDecision(product, ["shown as", entityName], reader, () =>
    descend(entityNamed(product, entityName).shownAs).every((e) => {
      if (e.kind !== "path") return true;
      const of = e.of.type.kind === "list" ? e.of.type.of : e.of.type;
      if (of.kind !== "record") return true;
      return mayRead(product, reader, of.name, e.field) === "always" && (of.name === entityName || grantedAlways(product, reader, of.name, "read"));
    }),
  );

/** Whether some grant could allow it for some record. */
export function mayEver(product: Product, reader: Reader, entityName: string, operation: Operation): boolean {
  return cachedDecision(product, ["ever", entityName, operationKey(operation)], reader, () => {
    const { s, entity } = row(product, reader, entityName);
    return operationPredicate(s, entity, "r", operation) !== "false";
  });
}

/** Whether it is allowed for every record of the entity, so that no query is needed. */
export const grantedAlways = (product: Product, reader: Reader, entityName: string, operation: Operation): boolean =>
  cachedDecision(product, ["granted", entityName, operationKey(operation)], reader, () => {
    const { s, entity } = row(product, reader, entityName);
    return operationPredicate(s, entity, "r", operation) === "true";
  });

/** The fields that may be set in every record; null where that depends on the record. */
export const fieldsGrantedAlways = (product: Product, reader: Reader, entityName: string, operation: "create" | "update"): readonly string[] | null =>
  cachedDecision(product, ["fields granted", entityName, operation], reader, () => {
    const { s, entity } = row(product, reader, entityName);
    const names = [...new Set([...entity.fields.map((f) => f.name), ...columnsOf(product, entity).map((c) => c.name)])];
    const may = names.map((name) => ({ name, sql: fieldOperation(s, entity, "r", name, operation) }));
    return may.every((m) => m.sql === "true" || m.sql === "false") ? may.filter((m) => m.sql === "true").map((m) => m.name) : null;
  });

/** One row `{allowed}`; no row where the record isn't there. */
export function grantQuery(product: Product, reader: Reader, entityName: string, operation: Operation, id: string): Query {
  return cachedStatement(product, ["grant", entityName, operationKey(operation)], { reader, values: { id } }, (to) => {
    const { s, entity } = row(product, to.reader, entityName);
    const may = operationPredicate(s, entity, "r", operation);
    return s.params.query(`select coalesce(${may}, false) as allowed from ${fromTable(entity, "r")} where r.id = ${s.params.bind(to.values.id, "uuid")}`);
  });
}

/** Whether a row of point 6 names the operation. `all` grants it without naming it, so it never contradicts a Who in point 4. */
export const hasGrantRow = (product: Product, entity: string, operation: Operation): boolean =>
  product.permissions.grants.some(
    (g) =>
      g.entity === entity &&
      !/^all\b/i.test(g.text.trim()) &&
      (typeof g.verb === "string" || typeof operation === "string" ? g.verb === operation : fold(g.verb.action) === fold(operation.action)),
  );

/** One row `{fields: string[]}`: the names of the fields that the reader may set. */
export function fieldGrantQuery(product: Product, reader: Reader, entityName: string, operation: "create" | "update", id: string): Query {
  return cachedStatement(product, ["fields", entityName, operation], { reader, values: { id } }, (to) => fieldsGranted(product, to.reader, entityName, operation, to.values.id));
}

function fieldsGranted(product: Product, reader: Reader, entityName: string, operation: "create" | "update", id: string): Query {
  const { s, entity } = row(product, reader, entityName);
  const names = [...new Set([...entity.fields.map((f) => f.name), ...columnsOf(product, entity).map((c) => c.name)])];
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const may = fieldOperation(s, entity, "r", name, operation);
    if (may !== "false") groups.set(may, [...(groups.get(may) ?? []), name]);
  }
  const arrays = [...groups].map(([may, some]) =>
    may === "true" ? s.params.bind(some, "text[]") : `(case when ${may} then ${s.params.bind(some, "text[]")} else '{}'::text[] end)`,
  );
  return s.params.query(`select ${arrays.join(" || ") || "'{}'::text[]"} as fields from ${fromTable(entity, "r")} where r.id = ${s.params.bind(id, "uuid")}`);
}
