/** Compares two expressions without their spans; `a = b` equals `b = a`. */
import type { Expression } from "@nonet/feel";

export const isSameExpression = (a: Expression, b: Expression): boolean => essence(a) === essence(b);

function essence(node: unknown): string {
  if (Array.isArray(node)) return `[${node.map(essence).join()}]`;
  if (node === null || typeof node !== "object") return JSON.stringify(node) ?? "";
  const parts = node as Readonly<Record<string, unknown>>;
  if (parts["kind"] === "binary" && parts["operator"] === "=") return `=(${[essence(parts["left"]), essence(parts["right"])].sort().join()})`;
  const keys = Object.keys(parts).filter((key) => key !== "span" && key !== "type" && key !== "nullable");
  return `{${keys.map((key) => `${key}:${essence(parts[key])}`).join()}}`;
}
