/** Reads the product's currency from point 1, because a money field has no type without it. */
import { fold } from "@nonet/feel";
import type { Bullet, Tree } from "@nonet/notation";
import { aboutBlocks } from "../syntax/about-table.ts";

export function currencyOf(tree: Tree): string | null {
  const blocks = tree.points[0] ? aboutBlocks(tree.points[0]) : [];
  const bullet = blocks.find((block): block is Bullet => block.kind === "bullet" && fold(block.label?.text ?? "") === "currency");
  const code = /\b[A-Z]{3}\b/.exec(bullet?.value?.text ?? "")?.[0];
  // An unknown currency is reported in point 1; amounts then have no unit.
  return code !== undefined && Intl.supportedValuesOf("currency").includes(code) ? code : null;
}
