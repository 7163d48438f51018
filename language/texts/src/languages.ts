/** The languages of the interface: those that have a catalogue, and which of a product's languages somebody gets. */

/** A language is added here, with its catalogues `catalogues/XX.json` and `apps/product/src/texts/XX.json`. */
export const translatedLanguages = ["en", "de"] as const;

const base = (tag: string): string => tag.toLowerCase().split("-", 1)[0]!;

/** The catalogue for a language: its own or, where there is none, English. */
export const catalogueOf = (tag: string): string => translatedLanguages.find((language) => language === base(tag)) ?? "en";

/** Whether the interface has texts in the language. */
export const isTranslated = (tag: string): boolean => translatedLanguages.some((language) => language === base(tag));

const rightToLeft = new Set(["ar", "ckb", "dv", "fa", "he", "ks", "ps", "sd", "ug", "ur", "yi"]);

/** The direction in which the language is written. */
export const directionOf = (tag: string): "ltr" | "rtl" => (rightToLeft.has(base(tag)) ? "rtl" : "ltr");

/** The product's language that matches a tag: the same, or one of the same base (`de-AT` for `de`). */
export const offeredLanguage = (offered: readonly string[], tag: string | undefined): string | undefined =>
  tag === undefined ? undefined : (offered.find((one) => one.toLowerCase() === tag.toLowerCase()) ?? offered.find((one) => base(one) === base(tag)));

/** The best of the product's languages for `Accept-Language: de-AT, en;q=0.8`; undefined if it names none of them. */
export function acceptedLanguage(offered: readonly string[], header: string | undefined): string | undefined {
  const ranges = (header ?? "")
    .slice(0, 500)
    .split(",")
    .flatMap((range, place) => {
      const [tag, ...parameters] = range.trim().split(/\s*;\s*/);
      const quality = Number(parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? 1);
      return tag && quality > 0 ? [{ tag, quality, place }] : [];
    });
  ranges.sort((a, b) => b.quality - a.quality || a.place - b.place);
  for (const { tag } of ranges) {
    const language = tag === "*" ? offered[0] : offeredLanguage(offered, tag);
    if (language !== undefined) return language;
  }
  return undefined;
}
