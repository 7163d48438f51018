/** Turns identifiers of a source into names of the notation: `customer_id`, `customerId` and `CUSTOMER_ID` become `customer id`. */
/** Words in lower case, split at underscores, hyphens and humps. What FEEL can't hold in a name becomes a blank. */
export function wordsOf(identifier: string): string {
  const split = identifier
    .normalize("NFC")
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .replaceAll("%", " percent ")
    .replaceAll("&", " and ");
  const words = split
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim()
    .toLowerCase();
  if (words === "") return "unnamed";
  return /^\p{N}/u.test(words) ? `no ${words}` : words;
}

/** With a capital letter, as entities are written. */
export const capitalized = (words: string): string => words.replace(/^\p{L}/u, (letter) => letter.toUpperCase());

/** `film actors` → `film actor`. Words that aren't plurals stay. */
export function singularOf(words: string): string {
  const [, head = "", last = words] = /^(.*\s)?(\S+)$/.exec(words) ?? [];
  if (!/^[a-z]+s$/.test(last) && last !== "people" && last !== "children") return words;
  if (last === "people" || last === "children") return `${head}${last === "people" ? "person" : "child"}`;
  if (/(?:ss|us|is|series|species|news|means)$/.test(last)) return words;
  return `${head}${singular(last)}`;
}

const endsInIe = /^(?:.*(?:mov|cook|calor|zomb|prair|self|rook|hood|brown|freeb|smooth)|[tpld])ies$/;

function singular(word: string): string {
  if (word.endsWith("ies")) return endsInIe.test(word) ? word.slice(0, -1) : `${word.slice(0, -3)}y`;
  if (/(?:sses|uses|xes|shes|tches|[^a]ches|zzes)$/.test(word) && !/(?:[aco]uses|axes)$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}
