/** Lists what an offered call with `Sees: everything` discloses to whom. */
import type { Expression } from "@nonet/feel";
import type { Product } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { readsAlways } from "./may-read.ts";
import { compiledField } from "../../resolve/published.ts";
import { list } from "../../text/english.ts";
import { children, ownerOf } from "../../trees/walk.ts";

export function noDisclosedAnswers(ctx: PointCompiler, product: Product): void {
  for (const { name, does } of product.calls) {
    if (does.kind !== "offered" || !does.seesEverything || !does.answers.body) continue;
    const fields = answered(ctx, does.answers.body);
    const disclosed = does.for.flatMap((role) => {
      const hidden = [...fields.values()].filter(([entity, field]) => !readsAlways(ctx, product, role, entity, field)).map(([entity, field]) => `${entity}: ${field}`);
      return hidden.length === 0 ? [] : [`${role} (${list(hidden, "and")})`];
    });
    if (disclosed.length > 0)
      ctx.report(
        "sees-everything",
        does.answers.body.span,
        `"${name}" sees everything, so its answer discloses what point 6 doesn't grant for all records, to ${list(disclosed, "and to")}.`,
      );
  }
}

/** The fields whose values leave; conditions of filters only select. */
export function answered(ctx: PointCompiler, body: Expression): ReadonlyMap<string, readonly [string, string]> {
  const found = new Map<string, readonly [string, string]>();
  const visit = (e: Expression): void => {
    if (e.kind === "filter") return visit(e.of);
    if (e.kind === "path") {
      const owner = ownerOf(e);
      if (owner !== undefined && compiledField(ctx, owner, e.field)) found.set(`${owner}: ${e.field}`, [owner, e.field]);
    }
    children(e).forEach(visit);
  };
  visit(body);
  return found;
}
