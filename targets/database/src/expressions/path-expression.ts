/** The typed expression for a dotted JSON key: `item.category` is a path from `this`. */
import type { Expression, Type } from "@nonet/feel";
import { camel, type Entity, type Product, recordType } from "@nonet/model";
import { columnsOf } from "../columns/columns.ts";
import { noSpan } from "../scope/no-span.ts";

const known = new WeakMap<Product, Map<string, Expression | undefined>>();

/** Returns the same expression for the same key: cached statements are identified by it. */
export function pathExpression(product: Product, entityName: string, dottedKey: string): Expression | undefined {
  let paths = known.get(product);
  if (!paths) known.set(product, (paths = new Map()));
  const key = `${entityName}\n${dottedKey}`;
  if (!paths.has(key)) {
    const found = make(product, entityName, dottedKey);
    // Keys that name no field aren't cached.
    if (!found) return undefined;
    paths.set(key, found);
  }
  return paths.get(key);
}

function make(product: Product, entityName: string, dottedKey: string): Expression | undefined {
  let entity = product.entities.find((e) => e.name === entityName);
  let at: Expression = { kind: "variable", name: "this", type: { kind: "record", name: entityName }, nullable: false, span: noSpan };
  for (const key of dottedKey.split(".")) {
    const step = entity && stepOf(product, entity, key);
    if (!step) return undefined;
    at = { kind: "path", of: at, field: step.name, listed: false, type: step.type, nullable: true, span: noSpan };
    const type = step.type;
    entity = type.kind === "record" ? product.entities.find((e) => e.name === type.name) : undefined;
  }
  return at;
}

/** The field with that key: a field of the document, a column that no field describes, or one of the product's own. */
function stepOf(product: Product, entity: Entity, key: string): { name: string; type: Type } | undefined {
  const types = recordType(product, entity);
  const name =
    entity.fields.find((f) => f.key === key)?.name ??
    columnsOf(product, entity).find((c) => c.key === key)?.name ??
    ["id", "version", "created at", "updated at", "created by"].find((own) => camel(own) === key);
  return name === undefined ? undefined : { name, type: types.get(name)?.type ?? { kind: "string" } };
}
