/** The description of a page: the beginning of its prose. */

/** As long as search engines show. */
const longestDescription = 155;

export function firstSentences(prose: string): string {
  const text = prose
    // A heading says what follows, which the description says itself.
    .replaceAll(/^[ \t]*#{1,6}[ \t].*$/gm, "")
    .replaceAll(/^[ \t]*([-+]|\d+[.)])[ \t]+/gm, "")
    .replaceAll(/[#>*_`|]|\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/\s+/g, " ")
    .trim();
  if (text.length <= longestDescription) return text;
  return `${text.slice(0, text.lastIndexOf(" ", longestDescription))} …`;
}
