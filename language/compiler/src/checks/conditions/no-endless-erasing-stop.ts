/** `Erasing: refused … while` says when an erasure waits: the condition ends, or the data could never be erased, and it begins. */
import type { Product } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { article } from "../../text/english.ts";
import { outcomeIn, statesOf } from "./no-constant-condition.ts";

export function noEndlessErasingStop(ctx: PointCompiler, product: Product): void {
  for (const { name, erasing } of product.entities.filter((entity) => entity.erasing.length > 0))
    ctx.each("erasing", erasing, { of: (one) => one }, ({ refusedWhile: { expression } }) => {
      const { holds, fails } = outcomeIn(ctx, expression, name, statesOf(ctx, name));
      if (!fails && !expression.nullable)
        ctx.report("erasing-always-refused", expression.span, `This always holds for ${article(name)}, so its personal data can never be erased.`, {
          hint: `Name the states or the time after which the data may be erased, as in \`while state != "closed"\` or \`not before date(created at) + 1 year\`.`,
        });
      else if (!holds)
        ctx.report("erasing-always-refused", expression.span, `This never holds for ${article(name)}, so it never puts off an erasure.`, {
          hint: "Correct the condition, or remove the line.",
        });
    });
}
