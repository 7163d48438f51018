/** The roles in For may read at least part of what the screen shows. */
import type { Product, Screen } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { article } from "../../text/english.ts";
import { mayEver, rolesOf } from "./may-read.ts";

export function noScreenWithoutRight(ctx: PointCompiler, product: Product): void {
  for (const screen of product.screens) if (!screen.derived && !screen.for.includes("bearer")) ctx.unit("screen and rights", screen, [], () => check(ctx, product, screen));
}

function check(ctx: PointCompiler, product: Product, screen: Screen): void {
  const needed = neededBy(screen);
  if (!needed || !screen.source) return;
  const known = rolesOf(ctx, product);
  const roles = screen.for.filter((role) => known.includes(role) && !mayEver(ctx, product, role, needed.verb, needed.entity, null));
  if (roles.length > 0)
    ctx.report(
      "screen-without-right",
      screen.source,
      `"${screen.name}" is for ${roles.join(", ")}, but point 6 doesn't let ${roles.length > 1 ? "any of them" : roles[0]} ${needed.verb} ${article(needed.entity)}.`,
    );
}

function neededBy({ shows }: Screen): { readonly verb: "read" | "create"; readonly entity: string } | null {
  switch (shows.kind) {
    case "list":
    case "board":
    case "calendar":
    case "timeline":
    case "tree":
    case "record":
    case "report":
      return { verb: "read", entity: shows.entity };
    case "form":
      return shows.action === null ? { verb: "create", entity: shows.entity } : null;
    case "call form":
    case "dashboard":
    case "page":
    case "open":
      return null;
  }
}
