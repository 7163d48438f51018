/** A screen or a right for the reader's own records is for people who can have some: the field names a User with their role. */
import type { Expression } from "@nonet/feel";
import type { Grant, Product, Screen } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { compiledField } from "../../resolve/published.ts";
import { article, list } from "../../text/english.ts";
import { ownerOf } from "../../trees/walk.ts";
import { fieldsOf, heldBy, rightsOf } from "../access/may-read.ts";
import { peopleOf } from "../access/people.ts";

export function noOwnOfOthers(ctx: PointCompiler, product: Product): void {
  const { screens, permissions } = product;
  const [fields, rights] = [fieldsOf(ctx, product), rightsOf(ctx, product)];
  ctx.unit("own records of screens", screens, [fields, rights], () => screens.forEach((screen) => checkScreen(ctx, product, screen)));
  ctx.unit("own records of rights", rights, [fields], () => permissions.grants.forEach((grant) => checkGrant(ctx, product, grant)));
}

function checkScreen(ctx: PointCompiler, product: Product, screen: Screen): void {
  const { shows, name } = screen;
  if (screen.derived || !("where" in shows) || shows.where === null) return;
  const field = ownerIn(ctx, shows.where.expression);
  const others = field ? peopleOf(ctx, product, screen).filter((role) => role !== "anyone" && !heldBy(ctx, product, role).has(field.role)) : [];
  if (!field || others.length === 0) return;
  ctx.report(
    "own-of-others",
    shows.where.source,
    `"${name}" never shows anything to ${list(others, "or")}: the ${field.name} of ${article(shows.entity)} is always ${article(field.role)}.`,
    {
      hint: `Show it to ${article(field.role)} only, or select other records.`,
    },
  );
}

function checkGrant(ctx: PointCompiler, product: Product, { where, role, text, entity, source, by, verb }: Grant): void {
  // A new record is its maker's by what the form fills in.
  if (where === null || by !== undefined || verb === "create" || ["anyone", "everyone", "bearer"].includes(role)) return;
  const field = ownerIn(ctx, where.expression);
  const held = product.permissions.roles.filter(({ includes }) => includes.includes(role)).map(({ name }) => name);
  if (!field || held.some((one) => heldBy(ctx, product, one).has(field.role))) return;
  ctx.report("own-of-others", source, `"${text}" gives ${role} nothing: the ${field.name} of ${article(entity)} is always ${article(field.role)}.`, {
    hint: `Remove this right, or let ${article(role)} be the ${field.name}.`,
  });
}

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
