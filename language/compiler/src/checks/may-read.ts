/** Whether a role may ever read or make something, whatever the record: conditions are taken as met. */
import type { Product, Verb } from "@nonet/model";

/** `field` null: any field of the record. Owned parts that no row names follow their whole. */
export function mayEver(product: Product, role: string, verb: Verb, entity: string, field: string | null): boolean {
  const { permissions } = product;
  const held = heldBy(product, role);
  const grants = permissions.grants.filter((g) => g.entity === entity);
  const part = product.entities.find((one) => one.name === entity)?.partOf;
  const whole = part?.entity;
  const hasOwnRow = grants.some((g) => g.fields?.length !== 1 || !permissions.fieldRows.some((row) => row.entity === entity && row.field === g.fields![0]));
  const fieldHasRow = permissions.fieldRows.some((row) => row.entity === entity && row.field === field);
  if (!hasOwnRow && !fieldHasRow && whole !== undefined && whole !== entity) return mayEver(product, role, verb, whole, part?.list ?? null);
  const mine = grants.filter((g) => g.verb === verb && held.has(g.role));
  if (field === null) return mine.length > 0;
  if (permissions.never.some((n) => n.entity === entity && n.verb === verb && held.has(n.role) && n.where === null && (n.fields === null || n.fields.includes(field)))) return false;
  return mine.some((g) => (fieldHasRow ? g.fields?.includes(field) === true : g.fields === null || g.fields.includes(field)));
}

/** What a person with the role counts as. */
export const heldBy = (product: Product, role: string): ReadonlySet<string> => new Set([...(product.permissions.roles.find((r) => r.name === role)?.includes ?? [role]), "everyone", "anyone"]);
