/** `Erasing: refused … while` says when an erasure waits: there is personal data to erase, the condition ends, or the data could never be erased, and it begins. */
import type { Field, Product } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { article } from "../../text/english.ts";
import { outcomeIn, statesOf } from "./no-constant-condition.ts";

export function noEndlessErasingStop(ctx: PointCompiler, product: Product): void {
  for (const { name, fields, erasing } of product.entities.filter((entity) => entity.erasing.length > 0)) {
    const isKept = (field: Field): boolean => field.personalOf !== null && field.computed === null && field.type.kind !== "inverse";
    if (name !== "User" && !fields.some(isKept))
      ctx.report("erasing-nothing", erasing[0]!.refusedWhile.source, `No field of ${article(name)} is personal, so there is nothing to erase, and this puts off no erasure.`, {
        hint: "Write `personal` behind the fields that hold a person's data, or remove the line.",
      });
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
}
