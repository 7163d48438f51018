/** A screen or a right for the reader's own records is for people who can have some: the field names a User with their role. */
import type { Expression } from "@nonet/feel";
import type { Grant, Product, Screen } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { compiledField } from "../../resolve/published.ts";
import { article, list } from "../../text/english.ts";
import { lineAt } from "../../text/line-numbers.ts";
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
  const owners = ownersIn(ctx, shows.where.expression);
  const others = peopleOf(ctx, product, screen).filter((role) => role !== "anyone" && !owners.some((owner) => heldBy(ctx, product, role).has(owner.role)));
  if (owners.length === 0 || others.length === 0) return;
  ctx.report("own-of-others", shows.where.source, `"${name}" never shows anything to ${list(others, "or")}: ${said(owners)}.`, {
    hint: `Show it to ${list(owners.map(({ role }) => article(role)))} only, or select other records.`,
  });
}

function checkGrant(ctx: PointCompiler, product: Product, { where, role, text, entity, source, by, verb }: Grant): void {
  // A new record is its maker's by what the form fills in.
  if (where === null || by !== undefined || verb === "create" || ["anyone", "everyone", "bearer"].includes(role)) return;
  const owners = ownersIn(ctx, where.expression);
  const held = product.permissions.roles.filter(({ includes }) => includes.includes(role)).map(({ name }) => name);
  if (owners.length === 0 || held.some((one) => owners.some((owner) => heldBy(ctx, product, one).has(owner.role)))) return;
  const line = /\bown\b/i.test(text) ? product.permissions.own.find((own) => own.entity === entity)?.source : undefined;
  ctx.report("own-of-others", source, `"${text}" gives ${role} nothing${line ? `, by the \`Own:\` line ${lineAt(line)}` : ""}: ${said(owners)}.`, {
    hint: `Remove this right, or let ${article(role)} be ${list(
      owners.map(({ name, isMany }) => (isMany ? `one of the ${name}` : `the ${name}`)),
      "or",
    )}.`,
  });
}

/** A field that names people with one role. */
interface Owner {
  readonly name: string;
  readonly role: string;
  readonly of: string;
  readonly isMany: boolean;
}

const said = (owners: readonly Owner[]): string =>
  list(
    owners.map(({ name, role, of, isMany }) =>
      isMany ? `the ${name} of ${article(of)} are always people with the role ${role}` : `the ${name} of ${article(of)} is always ${article(role)}`,
    ),
  );

/** The fields by which the condition asks for the reader, `FIELD = me` or one of the list; of several with "or", all of them. Empty if people with any role may meet it. */
function ownersIn(ctx: PointCompiler, e: Expression): readonly Owner[] {
  if (e.kind === "call" && e.function === "list contains" && isMe(e.arguments[1])) return ownerAt(ctx, e.arguments[0]!);
  if (e.kind !== "binary") return [];
  if (e.operator === "and") return [ownersIn(ctx, e.left), ownersIn(ctx, e.right)].find((found) => found.length > 0) ?? [];
  if (e.operator === "or") {
    const [left, right] = [ownersIn(ctx, e.left), ownersIn(ctx, e.right)];
    return left.length > 0 && right.length > 0 ? [...left, ...right] : [];
  }
  return e.operator === "=" ? ownerAt(ctx, isMe(e.right) ? e.left : isMe(e.left) ? e.right : null) : [];
}

function ownerAt(ctx: PointCompiler, path: Expression | null): readonly Owner[] {
  const of = path?.kind === "path" ? ownerOf(path) : undefined;
  if (path?.kind !== "path" || of === undefined) return [];
  const type = compiledField(ctx, of, path.field)?.type;
  const isReference = type?.kind === "reference" || type?.kind === "references";
  return isReference && type.role !== undefined ? [{ name: path.field, role: type.role, of, isMany: type.kind === "references" }] : [];
}

const isMe = (e: Expression | undefined): boolean => e?.kind === "variable" && e.name === "me";
