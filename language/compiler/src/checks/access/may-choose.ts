/** Whether people with a role may read a record to which a reference can refer. */
import { type FieldType, isOfThemselves, type Product } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { article } from "../../text/english.ts";
import { heldBy, mayEver, rightsTo } from "./may-read.ts";

export type Reference = Extract<FieldType, { kind: "reference" }>;

/** Everyone may read their own User record (default 22), so they can choose themselves unless the field wants a role that they don't have. */
export function mayChoose(ctx: PointCompiler, product: Product, role: string, { entity, role: wanted }: Reference): boolean {
  const held = heldBy(ctx, product, role);
  if (entity === "User" && (wanted === undefined || held.has(wanted))) return true;
  if (!mayEver(ctx, product, role, "read", entity, null)) return false;
  const { grants, ofFields } = rightsTo(ctx, entity);
  return entity !== "User" || grants.some((grant) => grant.verb === "read" && held.has(grant.role) && !ofFields.includes(grant) && !isOfThemselves(grant));
}

/** What the reference refers to, with an article. */
export const nounOf = ({ entity, role }: Reference): string => `${article(entity)}${role === undefined ? "" : ` with role ${role}`}`;
