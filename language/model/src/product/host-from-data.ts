/** Whether a request's host is fixed by the document, or read from data that people enter. */
import type { Expression } from "@nonet/feel";
import type { HttpCall } from "../calls/call.ts";
import type { Product } from "./product.ts";

/** The first part of the host that isn't fixed by the document; null where the document's own text and constants give the whole host. */
export function hostFromData({ constants }: Pick<Product, "constants">, { address }: Pick<HttpCall, "address">): Expression | null {
  const isConstant = (name: string): boolean => constants.some((c) => c.name === name);
  let text = "";
  for (const part of address) {
    if (typeof part === "string") text += part;
    // The host ends before the first of these; what follows it is encoded and can't change it.
    if (/^https?:\/\/[^/?#\\]+[/?#\\]/i.test(text)) return null;
    if (typeof part === "string") continue;
    if (readsData(part, isConstant)) return part;
    text += "https://constant".slice(text === "" ? 0 : "https://".length);
  }
  return null;
}

/** Whether an expression reads anything but literals and constants. */
function readsData(value: unknown, isConstant: (name: string) => boolean): boolean {
  if (value === null || typeof value !== "object") return false;
  const { kind, name } = value as { readonly kind?: unknown; readonly name?: unknown };
  if (kind === "variable" || (kind === "global" && !isConstant(String(name)))) return true;
  return Object.entries(value).some(([key, inner]) => key !== "type" && key !== "span" && readsData(inner, isConstant));
}
