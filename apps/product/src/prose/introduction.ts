/** What the sign-in page says of the product: the first two sentences of point 1's first paragraph, without their marks. */
import { languageTag } from "../format/language-tag.ts";

const mostSentences = 2;

/** Empty where point 1 says nothing. */
export function introduction(prose: readonly string[], language: string): string {
  const blocks = prose.flatMap((block) => block.split(/\n\s*\n/)).map((block) => block.trim());
  const first = blocks.find((block) => block !== "" && !block.startsWith("#")) ?? "";
  const text = first
    .replaceAll(/^[>\-*+]+\s+/gm, "")
    .replaceAll(/[*_`]|\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/\s+/g, " ");
  return [...new Intl.Segmenter(languageTag(language), { granularity: "sentence" }).segment(text)]
    .slice(0, mostSentences)
    .map(({ segment }) => segment)
    .join("")
    .trim();
}
