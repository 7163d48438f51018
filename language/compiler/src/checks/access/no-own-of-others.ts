/** A screen or a right for the reader's own records is for people who can have some: the field names a User with their role. */
import type { Expression } from "@nonet/feel";
import type { Condition, Product } from "@nonet/model";
import type { Span } from "@nonet/source";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { compiledField } from "../../resolve/published.ts";
import { article, list } from "../../text/english.ts";
import { ownerOf } from "../../trees/walk.ts";
import { fieldsOf, heldBy, rightsOf } from "./may-read.ts";
import { peopleOf } from "./people.ts";

export function noOwnOfOthers(ctx: PointCompiler, product: Product): void {
  const depends = [fieldsOf(ctx, product), rightsOf(ctx, product)];
  for (const screen of product.screens) {
    const { shows } = screen;
    if (screen.derived || !("where" in shows) || shows.where === null) continue;
    const { where, entity } = shows;
    ctx.unit("own records of a screen", screen, depends, () => {
      const field = ownerIn(ctx, where.expression);
      const others = field && peopleOf(ctx, product, screen).filter((role) => role !== "anyone" && !heldBy(ctx, product, role).has(field.role));
      if (field && others!.length > 0)
        ctx.report(
          "own-of-others",
          placeOf(where),
          `"${screen.name}" never shows anything to ${list(others!, "or")}: the ${field.name} of ${article(entity)} is always a ${field.role}.`,
          { hint: `Show it to ${article(field.role)} only, or select other records.` },
        );
    });
  }
  const { grants } = product.permissions;
  ctx.each("own records of a right", grants, { of: (grant) => grant, depends: () => depends }, ({ where, role, text, entity, source, by, verb }) => {
    // A new record is its maker's by what the form fills in.
    if (where === null || by !== undefined || verb === "create" || ["anyone", "everyone", "bearer"].includes(role)) return;
    const field = ownerIn(ctx, where.expression);
    const held = product.permissions.roles.filter(({ includes }) => includes.includes(role)).map(({ name }) => name);
    if (!field || held.some((one) => heldBy(ctx, product, one).has(field.role))) return;
    ctx.report("own-of-others", source, `"${text}" gives ${role} nothing: the ${field.name} of ${article(entity)} is always a ${field.role}.`, {
      hint: `Remove this right, or let ${article(role)} be the ${field.name}.`,
    });
  });
}

const placeOf = (where: Condition): Span => where.source;

/** The field of a condition `FIELD = me` that every record must meet, if it names people with one role. */
function ownerIn(ctx: PointCompiler, e: Expression): { readonly name: string; readonly role: string } | null {
  if (e.kind !== "binary") return null;
  if (e.operator === "and") return ownerIn(ctx, e.left) ?? ownerIn(ctx, e.right);
  if (e.operator !== "=") return null;
  const field = isMe(e.right) ? e.left : isMe(e.left) ? e.right : null;
  if (field?.kind !== "path" || field.of.kind === "path") return null;
  const owner = ownerOf(field);
  const type = owner === undefined ? undefined : compiledField(ctx, owner, field.field)?.type;
  return type?.kind === "reference" && type.role !== undefined ? { name: field.field, role: type.role } : null;
}

const isMe = (e: Expression): boolean => e.kind === "variable" && e.name === "me";
