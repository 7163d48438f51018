/** `do ACTION with …` gives the input that the action asks for, and no action that several people decide on. */
import { fold } from "@nonet/feel";
import { isNesting, type Product, type Statement } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { didYouMean } from "../../resolve/report-nearest.ts";
import { inputAmountType } from "./input-currency.ts";
import { checkCreations } from "./made-by-effects.ts";

export function checkRunActions(ctx: PointCompiler, product: Product, statements: readonly Statement[]): void {
  for (const s of statements) {
    if (isNesting(s)) checkRunActions(ctx, product, s.body);
    if (s.kind === "create") checkCreations(ctx, product, s);
    if (s.kind !== "do") continue;
    const type = s.on.type.kind === "list" ? s.on.type.of : s.on.type;
    const action = product.machines
      .filter((m) => type.kind === "record" && m.entity === type.name)
      .flatMap((m) => m.actions)
      .find((a) => a.name === s.action);
    const asks = action?.asks ?? [];
    if (action?.decision)
      ctx.report("do-decided", s.source, `Several people decide on "${s.action}", so an effect can't run it.`, { hint: "Give the effect an action of its own." });
    for (const { field, value } of s.asked) {
      const ask = asks.find((one) => fold(one.field.name) === fold(field));
      if (!ask)
        ctx.report(
          "unknown-field",
          s.source,
          `"${s.action}" doesn't ask for "${field}".${didYouMean(
            field,
            asks.map((one) => one.field.name),
          )}`,
        );
      else ctx.checkType(value, inputAmountType(s, asks, ask.field.type));
    }
    // A misspelt field may be the missing one.
    const isMisnamed = s.asked.some(({ field }) => !asks.some((one) => fold(one.field.name) === fold(field)));
    for (const { field } of isMisnamed ? [] : asks)
      if (field.required === true && field.default === null && !s.asked.some((one) => fold(one.field) === fold(field.name)))
        ctx.report("unasked-field", s.source, `"${s.action}" needs "${field.name}": add \`with ${field.name} = …\`.`);
  }
}
