/** The name of a record in a calendar, which doesn't repeat the day that the record stands on. */
import type { EntityData } from "@nonet/screens";
import { dates, withDates } from "../format/dated-name.ts";
import { localIn, type Format } from "../format/format.ts";

/** Without the moment (ISO date, or an instant) on whose day the record stands, where punctuation sets it apart. */
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
  [" on ", ""],
  ...[", ", " · ", " – ", " — ", " - ", ": "].map((separator) => [separator, ""] as const),
  ...[", ", " · ", " – ", " — ", " - ", ": "].map((separator) => ["", separator] as const),
];

const dayOf = (moment: string, { timeZone }: Format): string => (moment.length > 10 ? localIn(timeZone, moment).slice(0, 10) : moment);
