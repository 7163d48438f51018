/** Names of fields as people read them: `start date` as `Start date`, `vat number` as `VAT number` (default 259). */

/** None of them is a word of its own. */
const initialisms: ReadonlySet<string> = new Set(
  "api bic csv dob ean eta eu faq gdpr gps gtin html http https iban id imei ip isbn issn json kpi pdf po qr rfq sku sla sms ssn uri url usb utc uuid vat vin xml".split(" "),
);

export function labelOf(name: string): string {
  const label = name.replace(/\p{L}+/gu, (word) => inCapitals(word) ?? word);
  return label.charAt(0).toLocaleUpperCase() + label.slice(1);
}

/** Also of several: `ids` as `IDs`. Null for a word that isn't an initialism. */
function inCapitals(word: string): string | null {
  const lower = word.toLowerCase();
  if (initialisms.has(lower)) return word.toUpperCase();
  return lower.endsWith("s") && initialisms.has(lower.slice(0, -1)) ? `${word.slice(0, -1).toUpperCase()}s` : null;
}
