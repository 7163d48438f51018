/** Hints at requests whose host comes from data: whoever can write the data decides where the product sends them. */
import { hostFromData, type Product } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";

export function noAddressFromData(ctx: PointCompiler, product: Product): void {
  for (const { name, does } of product.calls) {
    const host = does.kind === "http" ? hostFromData(product, does) : null;
    if (host)
      ctx.report("address-from-data", host.span, `The host of "${name}" comes from data, so people can choose where the product sends it.`, {
        hint: "Write the host as a constant in point 9, or keep it if people should choose it.",
      });
  }
}
