/** Puts "a" or "an" before a name, by how it begins to sound. */

// Said "yoo" or "won": written with a vowel, spoken with a consonant.
const spokenAsConsonant = /^(uni(?!m|n)|us[aeiu]|uti|ure|ura|ufo|eu|ewe|one(?![a-z])|once)/i;
const silentH = /^(hour|heir|honest|honou?r)/i;
// An abbreviation is spelt out, so the name of its first letter counts: an SLA, a URL.
const spelt = /^[A-Z]{1,4}(?![A-Za-z])/;

export function withArticle(name: string): string {
  return `${takesAn(name.trim()) ? "an" : "a"} ${name}`;
}

/** At the start of a sentence. */
export function withCapitalArticle(name: string): string {
  const text = withArticle(name);
  return text[0]!.toUpperCase() + text.slice(1);
}

function takesAn(name: string): boolean {
  if (spelt.test(name)) return /^[AEFHILMNORSX]/.test(name);
  if (silentH.test(name)) return true;
  return /^[aeiouäöü]/i.test(name) && !spokenAsConsonant.test(name);
}
