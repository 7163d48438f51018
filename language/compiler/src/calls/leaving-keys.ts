/** The keys of a context that leaves the product: as written in quotation marks, in camel case where they are plain names. */
import type { Expression } from "@nonet/feel";

/** Only what leaves is renamed: inside the expression, entries keep the names that it is written with. */
export function leaving(expression: Expression): Expression {
  switch (expression.kind) {
    case "context":
      return { ...expression, entries: expression.entries.map((entry) => ({ ...entry, ...keyOf(entry), value: leaving(entry.value) })) };
    case "list":
      return { ...expression, items: expression.items.map(leaving) };
    case "if":
      return { ...expression, then: leaving(expression.then), otherwise: leaving(expression.otherwise) };
    case "for":
      return { ...expression, result: leaving(expression.result) };
    default:
      return expression;
  }
}

function keyOf({ name, quoted }: { readonly name: string; readonly quoted?: true }): { readonly as?: string } {
  const as = quoted ? name : camelKey(name);
  return as === name ? {} : { as };
}

/** `due date` → `dueDate`; `claimId` and `ID` stay. */
const camelKey = (name: string): string =>
  name
    .split(/[\s_-]+/)
    .filter(Boolean)
    .map((word, i) => (i > 0 ? word[0]!.toUpperCase() + word.slice(1) : /^\p{Lu}(?!\p{Lu})/u.test(word) ? word[0]!.toLowerCase() + word.slice(1) : word))
    .join("");
