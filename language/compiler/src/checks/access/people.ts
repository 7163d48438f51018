/** The people for whom a screen or a call is, role by role: visitors have no role but `anyone`. */
import { audienceOf, type Product, type Screen } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { list } from "../../text/english.ts";
import { heldBy, mayEver, rolesOf } from "./may-read.ts";

/** `everyone` is whoever has one of the roles, and `anyone` also visitors. Whoever opens a secret link is neither. */
export function peopleIn(ctx: PointCompiler, product: Product, roles: readonly string[]): readonly string[] {
  const known = rolesOf(ctx, product);
  // A role that reads nothing at all lacks its rights, and says so once.
  const blind = (ctx.lookUp<string>("roles that read nothing") ?? "").split("\n");
  const everyone = known.filter((role) => !blind.includes(role));
  const named = roles.flatMap((role): readonly string[] => (role === "anyone" ? ["anyone", ...everyone] : role === "everyone" ? everyone : [role]));
  return [...new Set(named)].filter((role) => role === "anyone" || known.includes(role));
}

export const peopleOf = (ctx: PointCompiler, product: Product, screen: Screen): readonly string[] => peopleIn(ctx, product, audienceOf(product, screen));

/** With the roles that include theirs: what none of these may read, nobody sees there. */
export function everybodyOf(ctx: PointCompiler, product: Product, screen: Screen): readonly string[] {
  const people = peopleOf(ctx, product, screen);
  return [...people, ...rolesOf(ctx, product).filter((role) => !people.includes(role) && people.some((one) => heldBy(ctx, product, role).has(one)))];
}

/** Everybody who is signed in reads their own account (default 22). */
export function readsSome(ctx: PointCompiler, product: Product, role: string, entity: string): boolean {
  return (entity === "User" && role !== "anyone") || mayEver(ctx, product, role, "read", entity, null);
}

export const namedPeople = (roles: readonly string[], word = "and"): string =>
  list(
    roles.map((role) => (role === "anyone" ? "people who aren't signed in" : role === "bearer" ? "whoever opens the link" : role)),
    word,
  );
