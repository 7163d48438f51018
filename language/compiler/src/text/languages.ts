/** Languages by their English names and codes: `German`, `de`, `English (UK)`. */
import { fold } from "@nonet/feel";

const names = new Intl.DisplayNames(["en"], { type: "language" });

/** The English name of a language tag. */
export const languageName = (tag: string): string => names.of(tag) ?? tag;

const ofEnglish: Readonly<Record<string, string>> = {
  english: "en",
  "british english": "en-GB",
  "english (uk)": "en-GB",
  "english (british)": "en-GB",
  "uk english": "en-GB",
  "american english": "en-US",
  "english (us)": "en-US",
  "us english": "en-US",
};

let byName: ReadonlyMap<string, string> | null = null;

/** Every code of two letters by its English name. Made when a document asks for another language than English. */
function codesByName(): ReadonlyMap<string, string> {
  if (byName) return byName;
  const found = new Map<string, string>();
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const name = names.of(code);
    if (name !== undefined && name !== code && !found.has(fold(name))) found.set(fold(name), code);
  }
  return (byName = found);
}

/** The tag of the language; undefined if there is none of that name. */
export function languageTag(written: string): string | undefined {
  const text = written.replace(/^[`"*]+|[`"*.]+$/g, "").trim();
  const english = ofEnglish[text.toLowerCase()];
  if (english) return english;
  const code = /^([a-z]{2,3})(?:[-_]([a-z]{2}))?$/i.exec(text);
  if (code && names.of(code[1]!.toLowerCase()) !== code[1]!.toLowerCase()) return code[2] ? `${code[1]!.toLowerCase()}-${code[2].toUpperCase()}` : code[1]!.toLowerCase();
  return codesByName().get(fold(text));
}

/** The names of languages, for "did you mean". */
export const languageNames = (): readonly string[] => [...codesByName().values()].map(languageName);
