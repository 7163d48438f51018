/** A value of a public page as text. What only the front end can show well, such as an image or an amount, is left to it. */
import type { ColumnData, ProductData } from "@nonet/screens";

const texts = new Set<ColumnData["control"]>(["text", "long text", "choice", "integer", "number", "readonly"]);

/** Empty where there is nothing to say. */
export function valueText({ control }: Pick<ColumnData, "control">, value: unknown, { language, timeZone }: Pick<ProductData, "language" | "timeZone">): string {
  if (value === null || value === undefined) return "";
  if (control === "reference") return String((value as { shownAs?: unknown }).shownAs ?? "");
  if (control === "date") return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" }).format(new Date(`${String(value)}T00:00:00Z`));
  if (control === "date and time") return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", timeZone }).format(new Date(String(value)));
  return texts.has(control) && typeof value !== "object" ? String(value) : "";
}
