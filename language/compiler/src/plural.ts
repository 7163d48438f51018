/** English plurals of entity names, derived where the document gives none. */

/** `Category` → `Categories`, `Purchase order` → `Purchase orders`. */
export function pluralOf(name: string): string {
  if (/[^aeiou]y$/i.test(name)) return `${name.slice(0, -1)}ies`;
  if (/(s|x|z|ch|sh)$/i.test(name)) return `${name}es`;
  return `${name}s`;
}
