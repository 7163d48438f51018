/**
 * The screens in one of the document's further languages.
 *
 * What is only shown (labels, titles, prose) is replaced. Names that also identify something (entities, actions,
 * states, choices, roles) stay, and `words` has their translations. A name that the reader's screens don't contain
 * isn't in `words` either.
 */
import { translated, type Words } from "@nonet/model";
import type { ProductData } from "./screen-data.ts";

const shownKeys: ReadonlySet<string> = new Set(["label", "title", "prose", "text", "empty", "group", "tab"]);

export function translatePlan(data: Omit<ProductData, "words">, words: Words | undefined): ProductData {
  if (!words) return { ...data, words: {} };
  const found = new Map<string, string>();
  const visit = (value: unknown, key: string): unknown => {
    if (typeof value === "string") {
      const shown = translated(words, value);
      if (shown === value) return value;
      if (shownKeys.has(key)) return shown;
      found.set(value, shown);
      return value;
    }
    if (Array.isArray(value)) return value.map((one) => visit(one, key));
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, visit(v, k)]));
  };
  // The name of a list's title identifies it when its records are asked for, so `list` keeps it.
  const shown = visit({ ...data, points: [] }, "") as Omit<ProductData, "words">;
  return { ...shown, points: data.points, words: Object.fromEntries(found) };
}
