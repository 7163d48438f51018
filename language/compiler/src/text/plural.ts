/** Words that are their own plurals. */
const both = "species|series|means|news|headquarters|crossroads|premises|barracks|works|aircraft|spacecraft|sheep|deer|fish|offspring";
const unchanged = new RegExp(`(^|[\\s-])(${both})$`, "i");

/** `Category` → `Categories`, `Purchase order` → `Purchase orders`, `Species` → `Species`. */
export function pluralOf(name: string): string {
  if (unchanged.test(name)) return name;
  if (/[^aeiou]y$/i.test(name)) return `${name.slice(0, -1)}ies`;
  if (/(s|x|z|ch|sh)$/i.test(name)) return `${name}es`;
  return `${name}s`;
}

/** One thing for all that its name ends in an s. */
const one = /(ss|us|is|(^|[\s-])(lens|gas|atlas|canvas|bias|alias|chaos|yes|process))$/i;

/** Whether a name is of several things by its head, the word before `per`, `of` and the like: `sign-in attempts`, `days of grace`. */
export function isPlural(name: string): boolean {
  const head = name.replace(/\s+(?:per|of|for|in|on|at|a|an|to|from|until|before|after|by|with|without)\s.*$/i, "");
  return /[a-z]s$/i.test(head) && !one.test(head) && !unchanged.test(head);
}
