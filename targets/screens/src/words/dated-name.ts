/** Whether an expression writes a date into a text, so that screens show that date as they show others. */
import type { Expression } from "@nonet/feel";
import { entityOf, type Product, type Template } from "@nonet/model";

export function writesDate(shownAs: Expression): boolean {
  if (shownAs.kind === "path" && shownAs.type.kind === "string") return false;
  return holdsDate(shownAs);
}

/** Whether a page's title writes a date, also by naming a record in whose name one is written. */
export const titleWritesDate = (product: Product, title: Template): boolean =>
  title.some((part) => {
    if (typeof part === "string") return false;
    const named = part.type.kind === "record" ? entityOf(product, part.type.name) : undefined;
    return named ? writesDate(named.shownAs) : writesDate(part);
  });

function holdsDate(value: unknown): boolean {
  if (value === null || typeof value !== "object") return false;
  const type = "kind" in value && "type" in value ? (value.type as { readonly kind?: unknown } | null) : null;
  if (type?.kind === "date" || type?.kind === "date and time") return true;
  return Object.entries(value).some(([key, inner]) => key !== "type" && key !== "span" && key !== "source" && holdsDate(inner));
}
