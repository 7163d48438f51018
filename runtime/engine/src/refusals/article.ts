/** Puts "a" or "an" before a name, by its first sound. Other languages have the name alone: its gender isn't known. */
import { catalogueOf, currentLanguage } from "@nonet/texts";

// Pronounced "yoo" or "won": a vowel letter with a consonant sound.
const consonantSound = /^(uni(?!m|n)|us[aeiu]|uti|ure|ura|ufo|eu|ewe|one(?![a-z])|once)/i;
const silentH = /^(hour|heir|honest|honou?r)/i;
// An abbreviation is spelled out, so the name of its first letter counts: an SLA, a URL.
const abbreviation = /^[A-Z]{1,4}(?![A-Za-z])/;

export function withArticle(name: string): string {
  if (catalogueOf(currentLanguage()) !== "en") return name;
  return `${takesAn(name.trim()) ? "an" : "a"} ${name}`;
}

/** At the start of a sentence. */
export function withCapitalArticle(name: string): string {
  const text = withArticle(name);
  return text[0]!.toUpperCase() + text.slice(1);
}

function takesAn(name: string): boolean {
  if (abbreviation.test(name)) return /^[AEFHILMNORSX]/.test(name);
  if (silentH.test(name)) return true;
  return /^[aeiouäöü]/i.test(name) && !consonantSound.test(name);
}
