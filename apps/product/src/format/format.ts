/** Formats values in the product's language, time zone and currency. */
import { dateFormat, knownZone, numberFormat } from "./formatters.ts";
import { languageTag } from "./language-tag.ts";

export interface Format {
  readonly language: string;
  readonly timeZone: string;
}

/** The number of decimals of a currency; two if it is unknown. */
export function decimalsOf(currency: string | null): number {
  try {
    return currency ? (numberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2) : 2;
  } catch {
    return 2;
  }
}

export function formatMoney(value: unknown, currency: string | null, format: Format): string {
  const n = Number(value);
  if (!Number.isFinite(n)) return String(value);
  const tag = languageTag(format.language);
  return currency && /^[A-Z]{3}$/.test(currency)
    ? numberFormat(tag, { style: "currency", currency })
        .format(n)
        .replace(/\u00a0/g, " ")
    : numberFormat(tag, { minimumFractionDigits: 2 }).format(n);
}

/** Four digits have no separator, so that a year doesn't look like an amount. */
export function formatNumber(value: unknown, format: Format): string {
  const n = Number(value);
  return Number.isFinite(n) ? numberFormat(languageTag(format.language), { maximumFractionDigits: 12, useGrouping: "min2" }).format(n) : String(value);
}

export const formatPercent = (value: unknown, format: Format): string =>
  numberFormat(languageTag(format.language), { style: "percent", maximumFractionDigits: 4 }).format(Number(value));

export function formatDate(value: unknown, format: Format): string {
  const date = new Date(`${String(value).slice(0, 10)}T12:00:00Z`);
  return Number.isNaN(date.getTime()) ? String(value) : dateFormat(languageTag(format.language), { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" }).format(date);
}

export function formatInstant(value: unknown, format: Format): string {
  const date = new Date(String(value));
  if (Number.isNaN(date.getTime())) return String(value);
  return dateFormat(languageTag(format.language), {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZone: knownZone(format.timeZone),
  }).format(date);
}

/** Formats `2026-11` of a chart or a report as "Nov 2026", and a day as a date; other labels stay. */
export function formatPeriod(label: string, format: Format): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(label)) return formatDate(label, format);
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(label)) return label;
  return dateFormat(languageTag(format.language), { month: "short", year: "numeric", timeZone: "UTC" }).format(new Date(`${label}-15T12:00:00Z`));
}

/** The date of an instant in a time zone. */
export const dateIn = (zone: string, at: Date): string => dateFormat("sv-SE", { timeZone: knownZone(zone), year: "numeric", month: "2-digit", day: "2-digit" }).format(at);

/** An instant as `YYYY-MM-DDTHH:MM` in the time zone, as `datetime-local` inputs expect it. */
export function localIn(zone: string, instant: string): string {
  const at = new Date(instant);
  return Number.isNaN(at.getTime())
    ? ""
    : dateFormat("sv-SE", { timeZone: knownZone(zone), dateStyle: "short", timeStyle: "short" })
        .format(at)
        .replace(" ", "T")
        .slice(0, 16);
}

/** The instant of a local time in the time zone. */
export function instantFrom(zone: string, local: string): string {
  const guess = new Date(`${local}:00Z`).getTime();
  if (Number.isNaN(guess)) return local;
  const seen = new Date(`${localIn(zone, new Date(guess).toISOString())}:00Z`).getTime();
  return new Date(guess - (seen - guess)).toISOString().replace(".000", "");
}
