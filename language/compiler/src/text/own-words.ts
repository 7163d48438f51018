/** The words that say that something is the person's own: `their own`, `his/her Orders`, `of my own firm`. */

/** A source of a regular expression: who the person is. */
export const pronoun = String.raw`(?:his\s*\/\s*her|her\s*\/\s*his|his\s+or\s+her|her\s+or\s+his|their|his|her|my|one['’]s|your)`;

/** Most texts have none of the words; the expressions below are made for each entity, which takes long. */
const mayBeOwn = /\b(?:own|their|his|her|my|your)\s|one['’]s\s/i;

/** The words, as long as before, with `their own` for `his/her own Orders` and for `own Orders` of the entity. */
export function withPlainOwn(text: string, { name, plural }: { readonly name: string; readonly plural: string }): string {
  if (!mayBeOwn.test(text)) return text;
  const called = [plural, name].map((one) => one.replace(/[^\p{L}\p{N} ]/gu, ".")).join("|");
  return text
    .replace(new RegExp(String.raw`(?<![\p{L}\p{N}])${pronoun}\s+(?:own(?![\p{L}\p{N}])|(?=(?:${called})(?![\p{L}\p{N}])))`, "giu"), (words) =>
      (words.length < 9 ? "own" : "their own").padEnd(words.length),
    )
    .replace(new RegExp(String.raw`(?<![\p{L}\p{N}])own\s+(?:${called})(?![\p{L}\p{N}])`, "giu"), (words) => "own".padEnd(words.length));
}

/** `of my own firm`, `those of their`: what belongs to the same thing as the person. */
export const ofTheirs = new RegExp(String.raw`^(?:(?:those|ones|the\s+ones|records|all)\s+)?(?:of|in|from|for|at)\s+${pronoun}\s+(?:own\s+)?`, "iu");
