/** Lists what `Sees: everything` discloses: a value made of all records, for roles that may not read them all. */
import type { Expression } from "@nonet/feel";
import { type Product, valueElements } from "@nonet/model";
import type { Span } from "@nonet/source";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { list } from "../../text/english.ts";
import { entitiesIn } from "../../trees/entities-in.ts";
import { heldBy } from "./may-read.ts";

export function listDisclosed(ctx: PointCompiler, product: Product): void {
  for (const screen of product.screens) {
    const { shows } = screen;
    const found: { readonly title: string; readonly entities: readonly string[]; readonly source: Span; readonly for: readonly string[] }[] = [];
    if (shows.kind === "report" && shows.sees === "everything" && screen.source)
      found.push({ title: screen.name, entities: [shows.entity], source: screen.source, for: screen.for });
    for (const element of valueElements(shows))
      if ((element.kind === "number" || element.kind === "chart") && element.sees === "everything")
        found.push({
          title: element.title,
          entities: element.kind === "number" ? entitiesIn(product, element.value as Expression) : [element.entity],
          source: element.source,
          for: element.for ?? screen.for,
        });
    for (const { title, entities, source, for: roles } of found) report(ctx, product, { title, entities, source, roles });
  }
}

function report(
  ctx: PointCompiler,
  product: Product,
  { title, entities, source, roles }: { readonly title: string; readonly entities: readonly string[]; readonly source: Span; readonly roles: readonly string[] },
): void {
  for (const entity of entities) {
    const limited = roles.filter((role) => !readsAll(ctx, product, role, entity));
    if (limited.length > 0)
      ctx.report("sees-everything", source, `"${title}" is made of all records of ${entity}. It tells ${list(limited, "and")} about records that they may not read.`);
  }
}

/** Whether the role may read every record of the entity. */
const readsAll = (ctx: PointCompiler, product: Product, role: string, entity: string): boolean =>
  product.permissions.grants.some((g) => g.entity === entity && g.verb === "read" && g.where === null && heldBy(ctx, product, role).has(g.role));
