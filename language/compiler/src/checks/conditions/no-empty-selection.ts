/** A condition that selects records for a screen, a schedule, a call or a role can hold for some record; decided from literals, without a solver. */
import type { Expression } from "@nonet/feel";
import { type Condition, type Product, type Screen, valueElements } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { binary } from "../../expressions/build.ts";
import { article, list } from "../../text/english.ts";
import { heldBy, mayEver, rightsTo, rolesOf } from "../access/may-read.ts";
import { outcomeIn, statesOf } from "./no-constant-condition.ts";

interface Selection {
  readonly entity: string;
  readonly where: Condition | null;
  /** What never happens, as the end of a sentence. */
  readonly never: string;
}

export function noEmptySelection(ctx: PointCompiler, product: Product): void {
  ctx.each("what a screen selects", product.screens, { of: (screen) => screen }, (screen) => ofScreen(screen).forEach((one) => check(ctx, one)));
  ctx.each("what a call selects", product.calls, { of: (call) => call }, ({ name, schedule, does, entity }) => {
    const each = schedule?.forEach;
    if (each) check(ctx, { entity: each.entity, where: each.where, never: `"${name}" never does anything` });
    if (does.kind === "http" && entity !== null) check(ctx, { entity, where: does.droppedWhen, never: `"${name}" is never dropped` });
  });
  const { grants } = product.permissions;
  ctx.each("what a right selects", grants, { of: (grant) => grant }, ({ entity, where, text, role, by }) => {
    if (by === undefined) check(ctx, { entity, where, never: `"${text}" gives ${role} nothing` });
  });
}

function ofScreen({ name, shows }: Screen): readonly Selection[] {
  switch (shows.kind) {
    case "list":
    case "board": {
      const { entity, where, list } = shows;
      return [
        { entity, where, never: `"${name}" never shows a record` },
        ...list.highlight.map(({ colour, when }) => ({ entity, where: when, never: `no row is ever ${colour}` })),
      ];
    }
    case "calendar":
    case "timeline":
    case "report":
      return [{ entity: shows.entity, where: shows.where, never: `"${name}" never shows a record` }];
    case "record":
      return [
        ...shows.lists.map(({ entity, where, title }) => ({ entity, where, never: `the list "${title}" never shows a record` })),
        ...shows.showWhen.map(({ field, condition }) => ({ entity: shows.entity, where: condition, never: `"${field}" is never shown` })),
      ];
    case "dashboard":
    case "page":
      return valueElements(shows).flatMap((one) =>
        "where" in one ? [{ entity: one.entity, where: one.where, never: `the ${one.kind} "${one.title}" never shows a record` }] : [],
      );
    default:
      return [];
  }
}

function check(ctx: PointCompiler, { entity, where, never }: Selection): void {
  if (where === null || outcomeIn(ctx, where.expression, entity, statesOf(ctx, entity)).holds) return;
  ctx.report("condition-never-holds", where.expression.span, `This holds for no ${entity}, so ${never}.`);
}

/** The records that a screen selects and those that a role may read can have some in common. */
export function noDisjointSelection(ctx: PointCompiler, product: Product): void {
  const known = rolesOf(ctx, product);
  for (const screen of product.screens) {
    const { shows, source } = screen;
    if (screen.derived || !source || !("where" in shows) || shows.where === null) continue;
    const { expression } = shows.where;
    if (!outcomeIn(ctx, expression, shows.entity, statesOf(ctx, shows.entity)).holds) continue;
    const blind = screen.for.filter((role) => known.includes(role) && isDisjoint(ctx, product, { role, entity: shows.entity, where: expression }));
    if (blind.length > 0)
      ctx.report(
        "screen-without-right",
        expression.span,
        `"${screen.name}" never shows anything to ${list(blind, "or")}: no ${shows.entity} that point 6 lets ${blind.length > 1 ? "them" : blind[0]} read meets this condition.`,
        { hint: `Let ${list(blind, "and")} read ${article(shows.entity)} of this kind, or take ${blind.length > 1 ? "the roles" : "the role"} out of For.` },
      );
  }
}

function isDisjoint(ctx: PointCompiler, product: Product, { role, entity, where }: { readonly role: string; readonly entity: string; readonly where: Expression }): boolean {
  if (!mayEver(ctx, product, role, "read", entity, null)) return false;
  const held = heldBy(ctx, product, role);
  const reading = rightsTo(ctx, entity).grants.filter((grant) => grant.verb === "read" && held.has(grant.role));
  return (
    reading.length > 0 &&
    reading.every((grant) => grant.where !== null && !outcomeIn(ctx, binary("and", where, grant.where.expression, where.span), entity, statesOf(ctx, entity)).holds)
  );
}
