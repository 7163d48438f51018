/** Names of languages as tags for Intl. */

const languages: Readonly<Record<string, string>> = {
  english: "en-GB",
  german: "de",
  dutch: "nl",
  french: "fr",
  spanish: "es",
  italian: "it",
  portuguese: "pt",
  polish: "pl",
  arabic: "ar",
  hebrew: "he",
  japanese: "ja",
};

/** `English` or `de` as a language tag for Intl. */
export function languageTag(language: string): string {
  const tag = languages[language.toLowerCase()] ?? (/^en$/i.test(language) ? "en-GB" : language);
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? "en-GB";
  } catch {
    return "en-GB";
  }
}
