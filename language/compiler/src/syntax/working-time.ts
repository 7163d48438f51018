/** Reads working time: `Monday to Friday, 09:00 to 17:00; Saturday, 10:00 to 12:00 and 13:00 to 15:00`, and spans of it: `2 working days`. */
import type { Type } from "@nonet/feel";
import type { Calendar } from "@nonet/model";
import { splitTop, type TextSpan } from "@nonet/notation";

type Hours = Calendar["hours"][number];
type Weekday = Hours["weekday"];

const days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const span = /(\d{1,2}:\d\d)\s*(?:to|until|till|[-–—])\s*(\d{1,2}:\d\d)/g;

/** The hours, or the part that can't be read. */
export function readHours(words: TextSpan): { readonly hours: readonly Hours[] } | { readonly odd: TextSpan; readonly why: string } {
  const hours: Hours[] = [];
  for (const part of splitTop(words, ";")) {
    const times = [...part.text.matchAll(span)];
    const wholeDays = times.length === 0 ? readDays(part.text) : null;
    if (times.length === 0 && wholeDays === null) return { odd: part, why: "says no hours" };
    // Without hours, the whole day counts.
    for (const weekday of wholeDays ?? []) hours.push({ weekday, from: "00:00", to: "24:00" });
    if (wholeDays !== null) continue;
    const weekdays = readDays(part.text.slice(0, times[0]!.index));
    if (weekdays === null) return { odd: part, why: "names no days of the week" };
    if (
      part.text
        .slice(times[0]!.index)
        .replace(span, "")
        .replace(/\band\b|[,.\s]/g, "") !== ""
    )
      return { odd: part, why: "isn't understood" };
    for (const [, from, to] of times) {
      const [low, high] = [clock(from!), clock(to!)];
      if (low === null || high === null || low >= high) return { odd: part, why: `goes from ${from} to ${to}` };
      for (const weekday of weekdays) hours.push({ weekday, from: low, to: high });
    }
  }
  return { hours: joined(hours) };
}

const clock = (text: string): string | null => {
  const [h, m] = text.split(":").map(Number) as [number, number];
  return h > 24 || m > 59 || (h === 24 && m > 0) ? null : `${String(h).padStart(2, "0")}:${String(m).padStart(2, "0")}`;
};

function readDays(text: string): Weekday[] | null {
  const words = text
    .replace(/[,:]\s*$/, "")
    .replace(/\b(from|on)\b/gi, " ")
    .trim()
    .toLowerCase();
  if (/^(every day|daily|all days)\s*,?$/.test(words)) return [1, 2, 3, 4, 5, 6, 7];
  if (/^(weekdays|on weekdays)$/.test(words)) return [1, 2, 3, 4, 5];
  const found: Weekday[] = [];
  for (const piece of words.split(/\s*(?:,|\band\b|\s\/\s)\s*/).filter((p) => p !== "")) {
    const [from, to, ...more] = piece.split(/\s*(?:\bto\b|[-–—])\s*/).map(dayOf);
    if (!from || to === null || more.length > 0) return null;
    for (let day = from; ; day = ((day % 7) + 1) as Weekday) {
      found.push(day);
      if (day === (to ?? from)) break;
    }
  }
  return found.length === 0 ? null : [...new Set(found)].sort();
}

function dayOf(text: string): Weekday | null {
  const key = text.trim().replace(/s$/, "");
  const index = key.length < 2 ? -1 : days.findIndex((day) => day === key || (key.length <= 4 && day.startsWith(key)));
  return index < 0 ? null : ((index + 1) as Weekday);
}

/** In the order of the week, with adjacent and overlapping hours merged. */
function joined(hours: readonly Hours[]): Hours[] {
  const sorted = [...hours].sort((a, b) => a.weekday - b.weekday || (a.from < b.from ? -1 : 1));
  const result: Hours[] = [];
  for (const next of sorted) {
    const last = result.at(-1);
    if (last && last.weekday === next.weekday && next.from <= last.to) result[result.length - 1] = { ...last, to: next.to > last.to ? next.to : last.to };
    else result.push(next);
  }
  return result;
}

/** `2 working days` or `4 working hours` as the duration that the calendar counts; null for anything else. */
export function workingSpan(text: string): { readonly value: string; readonly type: Type & { readonly kind: "days and time duration" } } | null {
  const found = /^(\d+)\s+working\s+(day|hour)s?$/i.exec(text);
  if (!found) return null;
  const isDays = found[2]!.toLowerCase() === "day";
  return { value: isDays ? `P${found[1]}D` : `PT${found[1]}H`, type: { kind: "days and time duration", working: isDays ? "days" : "hours" } };
}
