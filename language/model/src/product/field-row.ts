/** Whether the matrix grants a field by a row of its own, instead of by its entity's row. */
import type { Entity } from "../entities/entity.ts";
import type { Grant } from "../roles/permission.ts";
import { fieldOf, ofEntity } from "./find.ts";
import type { Product } from "./product.ts";

/**
 * A field with a row of its own is granted by that row alone. A hidden field is read only by whom a row names, and is
 * written as its entity is, unless its row grants writing to somebody (default 97).
 */
export function hasFieldRow(product: Pick<Product, "permissions">, entity: Entity, field: string, verb: Grant["verb"]): boolean {
  const row = ofEntity(product.permissions.fieldRows, entity.name).find((one) => one.field === field);
  if (!fieldOf(entity, field)?.hidden) return row !== undefined;
  if (verb === "read") return true;
  return row !== undefined && ofEntity(product.permissions.grants, entity.name).some((grant) => isOfRow(grant, row) && (grant.verb === "create" || grant.verb === "update"));
}

const isOfRow = ({ entity, fields, source }: Grant, row: { readonly entity: string; readonly field: string; readonly source: Grant["source"] }): boolean =>
  entity === row.entity && fields?.length === 1 && fields[0] === row.field && source.file === row.source.file && source.from >= row.source.from && source.to <= row.source.to;
