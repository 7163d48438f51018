/** Says point 1: how people sign in, and for whom the product is. */
import type { Product } from "@nonet/model";
import { list, type Said } from "./words.ts";

export function aboutSentences(product: Product): Said[] {
  const { signIn, audiences } = product.about;
  const registers = signIn.registersAs === null ? "by invitation" : `and whoever registers becomes ${signIn.registersAs}`;
  return [
    { what: "sign-in", sentence: `People sign in by ${list(signIn.methods, "or")}, ${registers}.`, span: signIn.source },
    ...audiences.map((audience) => ({
      what: `audience ${audience.role}`,
      sentence: `The product is for ${audience.role}${audience.text === "" ? "" : `: ${audience.text}`}.`.replace(/\.\.$/, "."),
      span: audience.source,
    })),
  ];
}
