/** English plurals of entity names and other nouns, for names whose plural the document doesn't give. */

/** Nouns whose plural is the same word. */
const both =
  "equipment|software|hardware|furniture|feedback|luggage|merchandise|machinery|stationery|clothing|staff|information|personnel|accommodation|species|series|means|news|headquarters|crossroads|premises|barracks|works|aircraft|spacecraft|sheep|deer|fish|offspring";
const unchanged = new RegExp(`(^|[\\s-])(${both})$`, "i");

/** Endings of words whose plural has another form: the last that fits a word's end counts. */
const irregular: readonly (readonly [RegExp, string])[] = [
  [/(?<=(?:^|[\s-]|grand|step|god|school)child)$/i, "ren"],
  [
    /(?<=(?:^|[\s-])(?:wo|work|fore|chair|fire|post|sales|sports|crafts|trades|drafts|gentle|business|police|repair|handy|door|watch|grounds|boat|camera|fisher|spokes)?m)an$/i,
    "en",
  ],
  [/(?<=(?:^|[\s-]|sales|chair|spokes)pe)rson$/i, "ople"],
  [/(?<=(?:^|[\s-])(?:f|t))oo(?=(?:t|th)$)/i, "ee"],
  [/(?<=(?:^|[\s-])m)ouse$/i, "ice"],
  [/(?<=(?:^|[\s-]|book)(?:shel|lea|hal|loa|wol|el|sel|thie|cal))f$/i, "ves"],
  [/(?<=(?:^|[\s-])(?:kni|li|wi))fe$/i, "ves"],
  [/(?<=(?:analy|(?:^|[\s-])ba|cri|the|gno|synop|oa|(?:^|[\s-])empha)s)is$/i, "es"],
  [/(?<=(?:^|[\s-])quiz)$/i, "zes"],
];

/** `Category` → `Categories`, `Purchase order` → `Purchase orders`, `Species` → `Species`. */
export function pluralOf(name: string): string {
  if (unchanged.test(name)) return name;
  const other = irregular.find(([ending]) => ending.test(name));
  if (other) return name.replace(other[0], other[1]);
  if (/[^aeiou]y$/i.test(name)) return `${name.slice(0, -1)}ies`;
  if (/(s|x|z|ch|sh)$/i.test(name)) return `${name}es`;
  return `${name}s`;
}

/** Singular nouns that end in s. */
const one = /(ss|us|is|(^|[\s-])(lens|gas|atlas|canvas|bias|alias|chaos|yes|process))$/i;

/** Whether the head of a name (the word before `per`, `of` and so on) is a plural: `sign-in attempts`, `days of grace`. */
export function isPlural(name: string): boolean {
  const head = name.replace(/\s+(?:per|of|for|in|on|at|a|an|to|from|until|before|after|by|with|without)\s.*$/i, "");
  return /[a-z]s$/i.test(head) && !one.test(head) && !unchanged.test(head);
}
