/** Every expression inside an expression, itself first. */
import type { Expression } from "@nonet/feel";

/** The name of `this`'s field, where the expression is no more than that. */
export const ownField = (e: Expression): string | null => (e.kind === "path" && !e.listed && e.of.kind === "variable" && e.of.name === "this" ? e.field : null);

const isExpression = (value: object): value is Expression => "kind" in value && "type" in value && "nullable" in value && "span" in value;

/** Walks any plain data (a whole product too) and yields each expression in it; types and spans are passed by. */
export function descend(root: unknown): Expression[] {
  const found: Expression[] = [];
  const visit = (value: unknown): void => {
    if (value === null || typeof value !== "object") return;
    if (isExpression(value)) found.push(value);
    for (const [key, inner] of Object.entries(value)) if (key !== "type" && key !== "span" && key !== "source") visit(inner);
  };
  visit(root);
  return found;
}

/** What `and` joins. */
export const conjuncts = (e: Expression): Expression[] => (e.kind === "binary" && e.operator === "and" ? [...conjuncts(e.left), ...conjuncts(e.right)] : [e]);
