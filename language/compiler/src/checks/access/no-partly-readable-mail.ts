/** Warns of a mail that shows its receivers what they may never read: they would get "…" in its place. */
import type { Expression } from "@nonet/feel";
import type { Product } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { compiledField } from "../../resolve/published.ts";
import { article, list } from "../../text/english.ts";
import { entitiesIn } from "../../trees/entities-in.ts";
import { ownerOf, walk } from "../../trees/walk.ts";
import { isSameExpression } from "../../trees/same-expression.ts";
import { rolesOfReceivers } from "./mail-receivers.ts";
import { mayEver } from "./may-read.ts";
import { readsSome } from "./people.ts";

export function noPartlyReadableMail(ctx: PointCompiler, product: Product): void {
  if (!product.permissions.written) return;
  for (const { name, does } of product.calls) {
    if (does.kind !== "email") continue;
    const roles = rolesOfReceivers(ctx, product, does.to);
    if (roles.length === 0) continue;
    const reported = new Set<string>();
    for (const part of [...does.subject, ...does.body]) {
      if (typeof part === "string") continue;
      reportUnread(ctx, product, { name, part, roles });
      walk(part, (e) => {
        const owner = e.kind === "path" ? ownerOf(e) : undefined;
        if (e.kind !== "path" || owner === undefined || !compiledField(ctx, owner, e.field)) return;
        // Everybody may read their own User record.
        if (owner === "User" && does.to.some((to) => isSameExpression(e.of, to) || (to.kind === "path" && to.field === "email" && isSameExpression(e.of, to.of)))) return;
        const blind = roles.filter((role) => !mayEver(ctx, product, role, "read", owner, e.field));
        const key = `${owner}: ${e.field}`;
        if (blind.length === 0 || reported.has(key)) return;
        reported.add(key);
        ctx.report("mail-not-readable", e.span, `The mail "${name}" goes to ${list(blind, "and")}, who may never read ${key}. They get "…" in its place.`, {
          hint: `Grant ${list(blind, "and")} the reading of it in point 6, or leave it out of the mail.`,
        });
      });
    }
  }
}

/** A number made of records that the receivers may never read is made of none of them. */
function reportUnread(ctx: PointCompiler, product: Product, { name, part, roles }: { readonly name: string; readonly part: Expression; readonly roles: readonly string[] }): void {
  for (const entity of entitiesIn(product, part)) {
    const blind = roles.filter((role) => !readsSome(ctx, product, role, entity));
    if (blind.length === 0) continue;
    ctx.report("mail-not-readable", part.span, `The mail "${name}" goes to ${list(blind, "and")}, who may never read ${article(entity)}, so this is made of no records.`, {
      hint: `Grant ${list(blind, "and")} \`read\` on ${entity} in point 6, or leave it out of the mail.`,
    });
  }
}
