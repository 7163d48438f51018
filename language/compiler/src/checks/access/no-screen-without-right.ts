/** The roles in For may read at least part of what the screen shows. */
import type { Product, Screen } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { article } from "../../text/english.ts";
import { mayEver } from "./may-read.ts";
import { namedPeople, peopleOf, readsSome } from "./people.ts";

export function noScreenWithoutRight(ctx: PointCompiler, product: Product): void {
  for (const screen of product.screens) if (!screen.derived && !screen.for.includes("bearer")) ctx.unit("screen and rights", screen, [], () => check(ctx, product, screen));
}

function check(ctx: PointCompiler, product: Product, screen: Screen): void {
  const needed = neededBy(screen);
  if (!needed || !screen.source) return;
  const may = (role: string): boolean => (needed.verb === "read" ? readsSome(ctx, product, role, needed.entity) : mayEver(ctx, product, role, needed.verb, needed.entity, null));
  const blind = peopleOf(ctx, product, screen).filter((role) => !may(role));
  if (blind.length === 0) return;
  const whom = screen.for.filter((role) => role === "everyone" || role === "anyone");
  ctx.report(
    "screen-without-right",
    screen.source,
    `"${screen.name}" is for ${whom[0] ?? namedPeople(blind)}, but point 6 doesn't let ${whom.length === 0 && blind.length > 1 ? "any of them" : namedPeople(blind, "or")} ${needed.verb} ${article(needed.entity)}.`,
    whom.length === 0 ? {} : { hint: `Grant \`${needed.verb}\` in point 6, or name in For only the roles that may.` },
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
