/** A secret link is useful only if `bearer` has a permission on its record. */
import { audienceOf, type Product } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";

export function noUnusedLink(ctx: PointCompiler, product: Product): void {
  if (!product.entities.some(({ fields }) => fields.some(({ type }) => type.kind === "secret link"))) return;
  const open = new Set(product.permissions.grants.flatMap(({ role, entity }) => (role === "bearer" || role === "anyone" ? [entity] : [])));
  const withParts = (name: string): string[] => [name, ...product.entities.flatMap((one) => (one.partOf?.entity === name ? withParts(one.name) : []))];
  for (const { name, fields } of product.entities)
    for (const { name: field, type, source } of fields) {
      if (type.kind !== "secret link" || !source) continue;
      const screen = product.screens.find((one) => one.name === type.screen);
      const shows = screen?.shows;
      const reached = [...withParts(name), ...(shows && "entity" in shows ? [shows.entity] : [])];
      if (!reached.some((entity) => open.has(entity))) ctx.report("unused-link", source, `"${field}" gives access to nothing: point 6 grants bearer no permission on ${name}.`);
      else if (screen && !audienceOf(product, screen).some((one) => one === "bearer" || one === "anyone"))
        ctx.report("link-out-of-reach", source, `Whoever has the link "${field}" of ${name} can't open "${screen.name}", which isn't for bearer.`, {
          hint: `Add bearer to For of "${screen.name}" in point 2.`,
        });
    }
}
