/** An amount whose currency another field says needs that field filled in. */
import type { Product } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { compiledField } from "../../resolve/published.ts";

export function noAmountWithoutCurrency(ctx: PointCompiler, product: Product): void {
  ctx.each("currencies of amounts", product.entities, { of: ({ fields }) => fields }, ({ name, fields }) => {
    for (const field of fields) {
      if (field.type.kind !== "money" || field.type.currencyField === undefined || field.computed !== null || field.source === null) continue;
      const by = compiledField(ctx, name, field.type.currencyField);
      if (!by || by.required !== false || by.default !== null || by.computed !== null || by.readOnly === true) continue;
      ctx.report("amount-without-currency", field.source, `"${field.name}" can be stored without a currency: "${by.name}" can be empty.`, {
        hint: `Write \`required\` or a default at "${by.name}", or \`required when \`${field.name} != null\`\`.`,
      });
    }
  });
}
