/** Warns of a mail that shows its receivers what they may never read: they would get "…" in its place. */
import type { Expression } from "@nonet/feel";
import type { Product } from "@nonet/model";
import type { Span } from "@nonet/source";
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
    const unread = new Map<string, Unread>();
    for (const part of [...does.subject, ...does.body]) {
      if (typeof part === "string") continue;
      reportUnread(ctx, product, { name, part, roles });
      walk(part, (e) => {
        const owner = e.kind === "path" ? ownerOf(e) : undefined;
        if (e.kind !== "path" || owner === undefined || !compiledField(ctx, owner, e.field)) return;
        // Everybody may read their own User record.
        if (owner === "User" && does.to.some((to) => isSameExpression(e.of, to) || (to.kind === "path" && to.field === "email" && isSameExpression(e.of, to.of)))) return;
        const blind = roles.filter((role) => !mayEver(ctx, product, role, "read", owner, e.field));
        if (blind.length === 0) return;
        const known = unread.get(blind.join()) ?? { blind, span: e.span, fields: new Map<string, Set<string>>() };
        unread.set(blind.join(), known);
        known.fields.set(owner, (known.fields.get(owner) ?? new Set()).add(e.field));
      });
    }
    for (const one of unread.values()) reportFields(ctx, name, one);
  }
}

/** What the same receivers may never read, where the mail shows the first of it. */
interface Unread {
  readonly blind: readonly string[];
  readonly span: Span;
  readonly fields: Map<string, Set<string>>;
}

function reportFields(ctx: PointCompiler, name: string, { blind, span, fields }: Unread): void {
  const named = [...fields].map(([entity, names]) => `${entity}: ${[...names].join(", ")}`);
  const isOne = named.length === 1 && !named[0]!.includes(",");
  ctx.report(
    "mail-not-readable",
    span,
    `The mail "${name}" goes to ${list(blind, "and")}, who may never read ${named.join("; ")}. They get "…" in ${isOne ? "its" : "their"} place.`,
    {
      hint: `Grant ${list(blind, "and")} the reading of ${isOne ? "it" : "them"} in point 6, or leave ${isOne ? "it" : "them"} out of the mail.`,
    },
  );
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
