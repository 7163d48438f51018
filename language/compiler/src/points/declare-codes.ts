/** The catalogue's codes, known before anything that refuses with one is read. */
import { fold } from "@nonet/feel";
import { codeOf, type Tree } from "@nonet/notation";
import type { Declared } from "../context.ts";
import { errorsIn } from "./error-rows.ts";

export function declareCodes(tree: Tree): Declared["codes"] {
  const codes = new Map<string, { name: string; span: ReturnType<typeof codeOf>["span"] }>();
  for (const raw of errorsIn(tree)) {
    const code = codeOf(raw.code);
    const key = fold(code.text);
    if (key !== "" && !codes.has(key)) codes.set(key, { name: code.text, span: code.span });
  }
  return codes;
}
