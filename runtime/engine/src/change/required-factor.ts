/** Whether a person needs a second factor: by point 1, for the roles that they have now (default 144). */
import type { Product } from "@nonet/model";
import type { Running } from "../connection/running-product.ts";

/** In rehearsal nobody does: its passwords are known to everybody anyway. */
export const requiresFactor = ({ product, options }: Pick<Running, "product" | "options">, roles: readonly string[]): boolean =>
  !options.rehearse && documentRequires(product, roles);

function documentRequires(product: Product, roles: readonly string[]): boolean {
  const required = product.about.signIn.secondFactor;
  if (!required) return false;
  if (required.roles === null) return true;
  const has = new Set(roles.flatMap((role) => product.permissions.roles.find(({ name }) => name === role)?.includes ?? [role]));
  return required.roles.some((role) => has.has(role));
}
