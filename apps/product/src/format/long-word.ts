/** Values whose words are longer than a narrow column: they break anywhere, so that a table isn't wider than the page. */
import { isEmpty } from "./value-text.ts";

const longWord = /\S{24}/u;

/** The class of a cell with such a value. */
export function longWordClass(value: unknown): string | undefined {
  if (isEmpty(value)) return undefined;
  const text = typeof value === "object" ? (value as { readonly shownAs?: unknown }).shownAs : value;
  return typeof text === "string" && longWord.test(text) ? "long-word" : undefined;
}
