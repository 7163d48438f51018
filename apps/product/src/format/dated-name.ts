/** The name of a record in which the document writes a date (`title + ", " + string(date(starts at))`), with that date as everywhere else. */
import type { EntityData } from "@nonet/screens";
import { formatDate, formatInstant, localIn, type Format } from "./format.ts";

const dates = /(?<![\w-])\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}[\d:.]*(?:Z|[+-]\d{2}:\d{2}))?(?![\w-])/g;

/** `entity`: that of the record. */
export const datedName = (name: string, entity: Pick<EntityData, "datedName"> | undefined, format: Format): string => (entity?.datedName ? withDates(name, format) : name);

/** The same in a calendar, without the moment (ISO date, or an instant) on whose day the record stands, where punctuation sets it apart. */
export function nameOnItsDay(name: string, entity: Pick<EntityData, "datedName"> | undefined, format: Format, moment: string): string {
  if (!entity?.datedName) return name;
  const isMoment = (date: string): boolean => (date.includes("T") ? Date.parse(date) === Date.parse(moment) : date === dayOf(moment, format));
  const rest = [...name.matchAll(dates)]
    .filter(([date]) => isMoment(date))
    .reduce((text, [date]) => setApart.reduce((left, [before, after]) => left.replace(`${before}${date}${after}`, ""), text), name);
  return withDates(rest.trim() || name, format);
}

/** What may stand around a date that can be left out: the longer ones first. */
const setApart: readonly (readonly [string, string])[] = [
  [" (", ")"],
  ...[", ", " · ", " – ", " — ", " - ", ": "].map((separator) => [separator, ""] as const),
  ...[", ", " · ", " – ", " — ", " - ", ": "].map((separator) => ["", separator] as const),
];

const dayOf = (moment: string, { timeZone }: Format): string => (moment.length > 10 ? localIn(timeZone, moment).slice(0, 10) : moment);

/** The title that the document gives a record's page. */
export const datedTitle = (title: string, body: { readonly datedTitle?: true }, format: Format): string => (body.datedTitle ? withDates(title, format) : title);

const withDates = (text: string, format: Format): string => text.replace(dates, (date) => (date.includes("T") ? formatInstant(date, format) : formatDate(date, format)));
