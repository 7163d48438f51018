/** Identifiers derived from a name in the document. They are part of the public API of a product, so the rules never change. */

/** Requests can contain any number of names, so the cache is cleared before it grows large. */
const wordsCache = new Map<string, readonly string[]>();

function words(name: string): readonly string[] {
  const cached = wordsCache.get(name);
  if (cached) return cached;
  const split = wordsOf(name);
  if (wordsCache.size > 20_000) wordsCache.clear();
  wordsCache.set(name, split);
  return split;
}

const wordsOf = (name: string): readonly string[] =>
  name
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

/** `due date` → `dueDate`: a JSON key. */
export const camel = (name: string): string =>
  words(name)
    .map((w, i) => (i === 0 ? w : w[0]!.toUpperCase() + w.slice(1)))
    .join("") || "x";
/** `due date` → `due_date`: an SQL name. */
export const snake = (name: string): string => words(name).join("_") || "x";
/** `Due dates` → `due-dates`: a URL segment. */
export const kebab = (name: string): string => words(name).join("-") || "x";
