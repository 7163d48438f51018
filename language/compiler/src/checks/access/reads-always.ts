/** Whether a role may read a field of all records of its entity. */
import type { Product } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { heldBy, mayEver, rightsTo } from "./may-read.ts";

export function readsAlways(ctx: PointCompiler, product: Product, role: string, entity: string, field: string): boolean {
  if (!mayEver(ctx, product, role, "read", entity, field)) return false;
  const held = heldBy(ctx, product, role);
  const { grants, fieldRows, never } = rightsTo(ctx, entity);
  if (never.some((n) => n.verb === "read" && held.has(n.role) && (n.fields === null || n.fields.includes(field)))) return false;
  const isOfField = (fields: readonly string[] | null): boolean => (fieldRows.has(field) ? fields?.includes(field) === true : fields === null || fields.includes(field));
  return grants.some((g) => g.verb === "read" && held.has(g.role) && g.where === null && isOfField(g.fields));
}
