/** Which roles the receivers of a mail are known to have. */
import { type Expression, fold } from "@nonet/feel";
import type { Product } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { compiledField } from "../../resolve/published.ts";
import { ownerOf, walk } from "../../trees/walk.ts";

export const rolesOfReceivers = (ctx: PointCompiler, product: Product, to: readonly Expression[]): readonly string[] => [
  ...new Set(to.flatMap((one) => rolesOf(ctx, product, one))),
];

/** The roles that all receivers are known to have: of `every ROLE`, and of a field `User with role ROLE`. */
function rolesOf(ctx: PointCompiler, product: Product, to: Expression): readonly string[] {
  if (to.kind === "filter") {
    const named = new Set<string>();
    walk(to.condition, (e) => {
      if (e.kind === "call" && e.function === "list contains" && e.arguments[1]?.kind === "literal") named.add(fold(String(e.arguments[1].value)));
    });
    return product.permissions.roles.filter(({ name }) => named.has(fold(name))).map(({ name }) => name);
  }
  if (to.kind !== "path") return [];
  const owner = ownerOf(to);
  if (owner === "User" && to.field === "email") return rolesOf(ctx, product, to.of);
  const type = owner === undefined ? undefined : compiledField(ctx, owner, to.field)?.type;
  return type && "role" in type && type.role ? [type.role] : [];
}
