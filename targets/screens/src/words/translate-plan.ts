/**
 * The screens in one of the document's further languages.
 *
 * What is only shown (labels, titles, prose) is replaced. Names that also identify something (entities, actions,
 * states, choices, roles) stay, and `words` has their translations. A name that the reader's screens don't contain
 * isn't in `words` either.
 */
import { translated, type Words } from "@nonet/model";

const shownKeys: ReadonlySet<string> = new Set(["label", "title", "prose", "text", "empty", "group", "tab"]);

export interface Translated<T> {
  readonly shown: T;
  readonly words: Readonly<Record<string, string>>;
}

/** `data`: plain data, as JSON has it. */
export function translatePlan<T extends object>(data: T, words: Words | undefined): Translated<T> {
  if (!words) return { shown: data, words: {} };
  const found = new Map<string, string>();
  const visit = (value: unknown, key: string): unknown => {
    if (typeof value === "string") {
      const shown = translated(words, value);
      if (shown === value || shownKeys.has(key)) return shown;
      found.set(value, shown);
      return value;
    }
    if (Array.isArray(value)) return value.map((one) => visit(one, key));
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, visit(v, k)]));
  };
  const shown = visit(data, "") as T;
  return { shown, words: Object.fromEntries(found) };
}
