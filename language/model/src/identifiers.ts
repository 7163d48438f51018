/** The identifiers derived from a name in the document; stable, so outsiders can rely on them. */

const words = (name: string): string[] =>
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
