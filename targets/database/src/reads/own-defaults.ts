/** Defaults that depend on other values of the new record, evaluated before there is a row. */
import { entityOf, type Field, type Product } from "@nonet/model";
import { descend } from "../scope/walk.ts";
import type { Query, Variables } from "../sql/query.ts";
import { formScreenQuery } from "./screen-queries.ts";

/** Whether the field's default depends on the record's other values: `default room.most people`. */
export const readsOwnRecord = (field: Field): boolean => descend(field.default).some((e) => e.kind === "variable" && e.name === "this");

/** One row `{prefill: {name: API form}}`. `given` is by field name, in the API's forms; a record is its id. */
export function ownDefaultQuery(product: Product, entityName: string, field: Field, given: Readonly<Record<string, unknown>>, variables: Variables): Query {
  const entity = entityOf(product, entityName);
  const values = Object.fromEntries((entity?.fields ?? []).flatMap((f) => (f.name in given ? [[f.key, given[f.name]]] : [])));
  return formScreenQuery(
    product,
    { kind: "system" },
    { entity: entityName, values, prefill: field.default ? [{ key: field.name, value: field.default }] : [], shown: [] },
    variables,
  );
}
