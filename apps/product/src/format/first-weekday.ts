/** On which day a week begins in a language, where 0 is Sunday. */
import { languageTag } from "./language-tag.ts";

interface WeekLocale {
  getWeekInfo?(): { readonly firstDay: number };
  readonly weekInfo?: { readonly firstDay: number };
}

/** Regions whose weeks don't begin on a Monday, for browsers that don't know them. */
const saturday = new Set(["AE", "AF", "BH", "DJ", "DZ", "EG", "IQ", "IR", "JO", "KW", "LY", "OM", "QA", "SD", "SY"]);
const sunday = new Set(["AU", "BD", "BR", "CA", "CN", "CO", "HK", "ID", "IL", "IN", "JP", "KE", "KR", "MX", "PE", "PH", "PK", "PT", "SA", "SG", "TH", "TW", "US", "VE", "ZA"]);

export function firstWeekday(language: string): number {
  const locale = new Intl.Locale(languageTag(language));
  const known = (locale as unknown as WeekLocale).getWeekInfo?.() ?? (locale as unknown as WeekLocale).weekInfo;
  if (known) return known.firstDay % 7;
  const region = locale.maximize().region ?? "";
  return saturday.has(region) ? 6 : sunday.has(region) ? 0 : 1;
}
