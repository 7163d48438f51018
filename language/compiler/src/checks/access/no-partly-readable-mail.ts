/** Warns of a mail that shows its receivers what they may never read: they would get "(not visible to you)" in its place. */
import { type Expression, fold } from "@nonet/feel";
import type { Product } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { compiledField } from "../../resolve/published.ts";
import { list } from "../../text/english.ts";
import { ownerOf, walk } from "../../trees/walk.ts";
import { mayEver } from "./may-read.ts";

export function noPartlyReadableMail(ctx: PointCompiler, product: Product): void {
  if (!product.permissions.written) return;
  for (const { name, does } of product.calls) {
    if (does.kind !== "email") continue;
    const roles = [...new Set(does.to.flatMap((to) => rolesOf(ctx, product, to)))];
    if (roles.length === 0) continue;
    const reported = new Set<string>();
    for (const part of [...does.subject, ...does.body]) {
      if (typeof part === "string") continue;
      walk(part, (e) => {
        const owner = e.kind === "path" ? ownerOf(e) : undefined;
        if (e.kind !== "path" || owner === undefined || !compiledField(ctx, owner, e.field)) return;
        const blind = roles.filter((role) => !mayEver(ctx, product, role, "read", owner, e.field));
        const key = `${owner}: ${e.field}`;
        if (blind.length === 0 || reported.has(key)) return;
        reported.add(key);
        ctx.report("mail-not-readable", e.span, `The mail "${name}" goes to ${list(blind, "and")}, who may never read ${key}. They get "(not visible to you)" in its place.`, {
          hint: `Grant ${list(blind, "and")} the reading of it in point 6, or leave it out of the mail.`,
        });
      });
    }
  }
}

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
